import { findCounterexample } from "@/lib/schema/generate/counterexample";
import { services } from "@/lib/server/compose";
import { json } from "@/lib/server/http/respond";
import type { CounterexampleBody } from "@/lib/wire/counterexample";

/** The same text that an injected fault would send in a session with this schema. */
export async function answerCounterexample({
  schema: text,
  direction,
  formats = "dialect",
}: CounterexampleBody): Promise<Response> {
  const { checker } = await services();
  return json({
    text: await findCounterexample(checker, { schema: { kind: "text", text }, direction, formats }),
  });
}
