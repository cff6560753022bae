import { breakingText } from "../schema/breaking";
import type { BreakingBody } from "../wire/breaking";
import { services } from "./compose";
import { json } from "./respond";

/** The very text that a fault on purpose would make of the schema in a session. */
export async function answerBreaking({
  schema: text,
  direction,
  formats = "dialect",
}: BreakingBody): Promise<Response> {
  const { checker } = await services();
  return json({ text: await breakingText(checker, { schema: { kind: "text", text }, direction, formats }) });
}
