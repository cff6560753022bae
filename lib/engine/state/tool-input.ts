/** The wire's three statuses from our five verdicts (docs/contract.md#input). */
import { argumentsValue } from "@/lib/protocol/checked-value";
import type { ToolInput } from "@/lib/protocol/decision";
import type { Verdict } from "@/lib/protocol/verdict";
import { never } from "@/lib/util/never";

export function toolInput(argumentsText: string, verdict: Verdict): ToolInput {
  switch (verdict.status) {
    case "valid":
    case "unchecked":
      return { status: "valid", value: argumentsValue(argumentsText) };
    case "invalid":
      return { status: "invalid", value: argumentsValue(argumentsText), error: verdict.error };
    case "malformed":
      return { status: "malformed", error: verdict.error };
    case "aborted":
      return { status: "invalid", value: argumentsValue(argumentsText) ?? null, error: verdict.error };
    default:
      return never(verdict, "verdict");
  }
}

/** The error text for the model; null for arguments that pass (D7, D8, D30). */
export function argumentsError(verdict: Verdict): string | null {
  return verdict.status === "invalid" || verdict.status === "malformed" || verdict.status === "aborted"
    ? `invalid tool arguments: ${verdict.error}`
    : null;
}
