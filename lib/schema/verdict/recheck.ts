/**
 * Checks many texts against one schema and returns only the statuses, to show how a change of the schema affects
 * recorded texts.
 */
import type { Side } from "@/lib/protocol/side";
import type { VerdictStatus } from "@/lib/protocol/verdict";
import type { Accepts } from "@/lib/schema/compile/validator";
import type { RecheckRequest } from "@/lib/schema/port";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { type CheckOptions, checkNow } from "./check";
import { prepare } from "./prepare";

/**
 * The status of each text, as `checkNow` gives it. Texts that every JSON parser reads alike take a fast path without
 * positions; all others take the full path.
 */
export function recheckNow(request: RecheckRequest, options: CheckOptions = {}): VerdictStatus[] {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { formats, direction, texts } = request;
  options.onPhase?.("compile");
  const { accepts } = prepare(request.schema, { ...options, limits, formats });
  options.onPhase?.("check");
  const schema = { kind: "text" as const, text: request.schema };
  const quiet = { ...options, onPhase: undefined };
  return texts.map(
    (text) =>
      (accepts && isPlain(text) ? judged(accepts, text, direction) : null) ??
      checkNow({ key: "", direction, text, schema, formats }, quiet).status,
  );
}

/** The deepest nesting of the fast path, well below every limit. */
const SHALLOW = 64;
/** Longer texts are rare, and positions cost them little in comparison. */
const LONG = 64 * 1024;
/** Long numbers and exponents may not fit into a double, and lone surrogates are half a character. */
const ODD = /\d{16}|\d[eE]/;
const SURROGATE = /[\ud800-\udfff]/;

/** Whether every JSON parser reads the text alike. */
function isPlain(text: string): boolean {
  if (text.length > LONG || text.includes("\\") || ODD.test(text) || SURROGATE.test(text)) return false;
  return countOf(text, "[") + countOf(text, "{") < SHALLOW;
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count < SHALLOW; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** Null if it is not JSON, or not an object where arguments must be one. */
function judged(accepts: Accepts, text: string, direction: Side): VerdictStatus | null {
  try {
    const value: unknown = JSON.parse(text);
    if (direction === "input" && (typeof value !== "object" || value === null || Array.isArray(value)))
      return null;
    return accepts(value) ? "valid" : "invalid";
  } catch {
    return null;
  }
}
