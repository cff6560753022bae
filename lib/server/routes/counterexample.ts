import type { Checker } from "@/lib/schema/port";
import { json } from "@/lib/server/http/respond";
import type { CounterexampleBody } from "@/lib/wire/counterexample";

/** The same text that an injected fault would send in a session with this schema. */
export async function answerCounterexample(
  { checker }: { checker: Checker },
  { schema, direction, formats = "dialect" }: CounterexampleBody,
): Promise<Response> {
  return json({ text: await checker.counterexample({ schema, direction, formats }) });
}
