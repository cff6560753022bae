import type { Checker } from "@/lib/schema/port";
import { shrinkOf } from "@/lib/schema/repair/shrink";
import { schemaChangesOf, suggestFixes } from "@/lib/schema/repair/suggest-fixes";
import { json, refusal } from "@/lib/server/http/respond";
import type { FixesBody } from "@/lib/wire/fixes";

/** Longer texts get no suggestions: the search needs many checks, and each would take long. */
const LONGEST = 100_000;
/** Changes of longer schemas are not looked for: each would have to be compiled. */
const LONGEST_SCHEMA = 50_000;

/** Ways to make a text valid, each checked as a session would check it. */
export async function findFixes(
  { checker }: { checker: Checker },
  { schema, text, direction, formats = "dialect" }: FixesBody,
): Promise<Response> {
  if (text.length > LONGEST) {
    const error = `Callscope looks for edits in texts of up to ${LONGEST} characters; this one has ${text.length}`;
    return refusal({ status: 413, reason: "too_large", error }, { field: "text" });
  }
  const checkBy = (given: string, by: string) =>
    checker.check({ key: "fix", direction, text: given, schema: { kind: "text", text: by }, formats });
  const check = (given: string) => checkBy(given, schema);
  const verdict = await check(text);
  const fixes = await suggestFixes(text, verdict, { schema: parsed(schema), check });
  const changes =
    schema.length > LONGEST_SCHEMA
      ? undefined
      : await schemaChangesOf(schema, { text, verdict }, (by) => checkBy(text, by));
  const [first] = verdict.status === "invalid" ? verdict.findings : [];
  return json({
    fixes,
    ...(changes && { changes: changes.map(({ edits, text: changed }) => ({ edits, schema: changed })) }),
    ...(first ? { shrunk: await shrinkOf(text, first, check) } : {}),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
