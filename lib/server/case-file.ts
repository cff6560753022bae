import { caseFileSchema } from "../protocol/case";
import { parseBody } from "../wire/bodies";
import type { CaseFileBody } from "../wire/cases";
import { json, refusal } from "./respond";

/** Reads a file of cases, all of it or nothing: what does not fit is named. */
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
