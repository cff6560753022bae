import type { Place } from "@/lib/json/lines";
import type { Side } from "./side";

/**
 * What a check says. The checked value is not part of it: `checkedValue` reads it from the text.
 *
 * Our union has five members; the wire's three statuses are derived from it (docs/contract.md#input).
 *
 * - `valid`     conforms, or there was nothing to check against (`reason` says which)
 * - `invalid`   parsed, and breaks the schema
 * - `malformed` not a JSON object (arguments only)
 * - `unchecked` the schema is unusable, or the call has no lineage: it was let through without a check
 * - `aborted`   the check itself was cut off by a limit
 */

/**
 * One broken rule. `instancePath` and `schemaPath` are JSON pointers (`schemaPath` from the root of the schema, with
 * `#`); `at` is the faulty token or value in the checked text, `schemaAt` the rule in the schema text; null where
 * there is no such place. For a malformed text `keyword` is `json` and `at` the place of the fault.
 */
export interface Finding {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  message: string;
  params: Record<string, unknown>;
  at: Place | null;
  schemaAt: Place | null;
}

/** Something worth knowing that is not a finding: `blank`, `duplicate-key`, `precision`, … `path` is a JSON pointer. */
export interface VerdictNote {
  code: string;
  path?: string;
  message?: string;
}

interface Checked {
  findings: Finding[];
  /** How many findings there are beyond those listed. */
  more: number;
  notes: VerdictNote[];
  /** Results only: whether the text was read as JSON or, since it does not parse, as a plain string (D16). */
  readAs?: "json" | "text";
  /**
   * The rules that Callscope's own code checked because the validator (ajv) deviates from the specification; absent if
   * ajv checked everything. The same for every value.
   */
  ownRules?: string[];
}

export type Verdict =
  | (Checked & { status: "valid"; reason?: string })
  | (Checked & { status: "invalid"; error: string })
  | (Checked & { status: "malformed"; error: string })
  | (Checked & { status: "unchecked"; reason: string })
  | (Checked & { status: "aborted"; reason: string; error: string });

export type VerdictStatus = Verdict["status"];

export type Formats = "dialect" | "always" | "never";

/** One thing to check: what the engine asks for and the checker answers. */
export interface CheckRequest {
  /** Identifies the answer; unique within one command. */
  key: string;
  direction: Side;
  /** The raw arguments, or the canonical result string. */
  text: string;
  schema:
    | { kind: "text"; text: string }
    /** No schema is declared: the text passes unchecked with the status `valid`. */
    | { kind: "none" }
    /** The call has no lineage: `unchecked: no lineage` (D30). */
    | { kind: "no lineage" }
    /** The model named a tool that it was not given; the call is classified without a schema (D15). */
    | { kind: "unknown tool" };
  formats: Formats;
}

/** A note on a schema or a name, with its place in the text as typed. */
export interface DeclarationNote {
  level: "error" | "warning" | "info";
  code: string;
  message: string;
  schemaPath?: string;
  at?: Place;
}

/** The notes on a schema or a tool's name, made before any call. */
export interface Declaration {
  status: "ok" | "none" | "unusable";
  dialect?: string;
  /** Like the member of a verdict. */
  ownRules?: string[];
  notes: DeclarationNote[];
}
