import { breakingText } from "@/lib/schema/generate/counterexample";
import { services } from "@/lib/server/compose";
import { json } from "@/lib/server/http/respond";
import type { BreakingBody } from "@/lib/wire/counterexample";

/** The very text that a fault on purpose would make of the schema in a session. */
export async function answerBreaking({
  schema: text,
  direction,
  formats = "dialect",
}: BreakingBody): Promise<Response> {
  const { checker } = await services();
  return json({ text: await breakingText(checker, { schema: { kind: "text", text }, direction, formats }) });
}
