/** The value behind a checked text. Verdicts do not carry it: a text can be large, and few readers need its value. */
import { isBlank } from "@/lib/util/blank";
import type { Verdict } from "./verdict";

/** The value of a call's arguments; blank arguments are `{}` (D1). Undefined if they are not JSON. */
export function argumentsValue(argumentsText: string): unknown {
  if (isBlank(argumentsText)) return {};
  try {
    return JSON.parse(argumentsText);
  } catch {
    return undefined;
  }
}

/** The value that the schema was applied to; undefined if the text is malformed. */
export const checkedValue = (text: string, verdict: Verdict): unknown =>
  verdict.readAs === "text" ? text : argumentsValue(text);
