import { caseFileSchema } from "@/lib/protocol/case";
import { json, refusal } from "@/lib/server/http/respond";
import { parseBody } from "@/lib/wire/bodies";
import type { CaseFileBody } from "@/lib/wire/cases";

/** Reads a file of cases. If any case is invalid, the whole file is refused and the reason names the case. */
export function readCaseFile({ text }: CaseFileBody): Response {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(`the file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = parseBody(caseFileSchema, value);
  return parsed.ok ? json({ file: parsed.value }) : refused(parsed.error);
}

const refused = (why: string): Response =>
  refusal({ status: 400, reason: "bad_case_file", error: `no case was imported: ${why}` });
