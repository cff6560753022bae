/** The wire's three statuses from our five verdicts (docs/contract.md#input). */
import type { ToolInput } from "@/lib/protocol/decision";
import type { RecordedVerdict } from "@/lib/protocol/verdict";
import { isBlank } from "@/lib/util/blank";
import { never } from "@/lib/util/never";

/** The value the raw arguments stand for, blank ones `{}` (D1); undefined when it does not parse. */
function argumentsValue(raw: string): unknown {
  if (isBlank(raw)) return {};
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

export function toolInput(raw: string, verdict: RecordedVerdict): ToolInput {
  switch (verdict.status) {
    case "valid":
    case "unchecked":
      return { status: "valid", value: argumentsValue(raw) };
    case "invalid":
      return { status: "invalid", value: argumentsValue(raw), error: verdict.error };
    case "malformed":
      return { status: "malformed", error: verdict.error };
    case "aborted":
      return { status: "invalid", value: argumentsValue(raw) ?? null, error: verdict.error };
    default:
      return never(verdict, "verdict");
  }
}

/** What the model would be told; null for arguments that go through (D7, D8, D30). */
export function argumentsError(verdict: RecordedVerdict): string | null {
  return verdict.status === "invalid" || verdict.status === "malformed" || verdict.status === "aborted"
    ? `invalid tool arguments: ${verdict.error}`
    : null;
}
