/** Many texts against one schema, statuses only: what a change of the schema would do to texts that are on record. */
import type { VerdictStatus } from "../protocol/verdict";
import { type CheckOptions, checkNow } from "./check";
import { DEFAULT_LIMITS } from "./limits";
import type { RecheckRequest } from "./port";
import { prepare } from "./prepare";
import type { Validate } from "./validator";

/**
 * The status of each text, as `checkNow` gives it. Texts whose reading holds no surprise are read by the platform and
 * judged without the places of everything in them; all others take the whole way.
 */
export function recheckNow(request: RecheckRequest, options: CheckOptions = {}): VerdictStatus[] {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { formats, direction, texts } = request;
  options.onPhase?.("compile");
  const { validate } = prepare(request.schema, { ...options, limits, formats });
  options.onPhase?.("check");
  const schema = { kind: "text" as const, text: request.schema };
  const quiet = { ...options, onPhase: undefined };
  return texts.map(
    (text) =>
      (validate && isPlain(text) ? judged(validate, text, direction) : null) ??
      checkNow({ key: "", direction, text, schema, formats }, quiet).status,
  );
}

/** Reading goes no deeper than this without being looked at; well below every limit. */
const SHALLOW = 64;
/** Longer ones are few, and places cost them little by comparison. */
const LONG = 64 * 1024;
/** Escapes and lone surrogates may be halves of a character, long numbers and exponents may be beyond a double. */
const ODD = /\\|\d{16}|\d[eE]|\p{Surrogate}/u;

/** Whether every JSON parser reads it alike. */
function isPlain(text: string): boolean {
  if (text.length > LONG || ODD.test(text)) return false;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_OBJECT) opened++;
  }
  return opened < SHALLOW;
}

const OPEN_LIST = 91;
const OPEN_OBJECT = 123;

/** Null: it is no JSON, or not what arguments must be. */
function judged(validate: Validate, text: string, direction: "input" | "output"): VerdictStatus | null {
  try {
    const value: unknown = JSON.parse(text);
    if (direction === "input" && (typeof value !== "object" || value === null || Array.isArray(value)))
      return null;
    return validate(value) === null ? "valid" : "invalid";
  } catch {
    return null;
  }
}
