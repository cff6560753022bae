/** The notes on a schema, before any call is made. */
import type { Declaration, DeclarationNote } from "@/lib/protocol/verdict";
import type { DeclareRequest } from "@/lib/schema/port";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { type CheckOptions, ownRulesOf } from "./check";
import { prepare } from "./prepare";

/** Never throws because of the schema. It has no time limit: run it where it can be stopped. */
export function declareNow(request: DeclareRequest, options: CheckOptions = {}): Declaration {
  const { text, formats, direction } = request;
  if (text === undefined) return { status: "none", notes: [] };
  options.onPhase?.("compile");
  const prepared = prepare(text, {
    ...options,
    limits: options.limits ?? DEFAULT_LIMITS,
    formats,
  });
  const { dialect, notes, providerNotes, validate } = prepared;
  const all = direction === "input" ? merged(notes, providerNotes) : notes;
  const status = validate ? "ok" : "unusable";
  return { status, ...(dialect ? { dialect } : {}), ...ownRulesOf(prepared), notes: all };
}

function merged(a: DeclarationNote[], b: DeclarationNote[]): DeclarationNote[] {
  return [...a, ...b].sort((x, y) => (x.at?.offset ?? 0) - (y.at?.offset ?? 0));
}
