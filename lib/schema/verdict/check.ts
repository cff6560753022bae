/** One check: from a text and a schema as typed to a verdict. Pure, apart from the cache of compiled schemas. */

import { Lines } from "@/lib/json/lines";
import { type JsonNote, readJson } from "@/lib/json/read";
import type { JsonSyntaxError } from "@/lib/json/syntax-error";
import type { CheckRequest, DeclarationNote, Finding, Verdict, VerdictNote } from "@/lib/protocol/verdict";
import { aborted, DEFAULT_LIMITS, type Limits, sizeFault } from "@/lib/schema/text/limits";
import { never } from "@/lib/util/never";
import { type CheckedText, findingsOf } from "./findings";
import { type Prepared, prepare, type Surroundings } from "./prepare";

/** The phase of a check: `compile` reads and compiles the schema, `check` is everything else. */
export type Phase = "compile" | "check";

export interface CheckOptions extends Surroundings {
  limits?: Limits;
  /** Called when the phase changes, so that the time of each phase can be limited from outside. */
  onPhase?: (phase: Phase) => void;
}

/** A text after reading: its value, and the notes made on the way. */
interface ReadText extends CheckedText {
  notes: VerdictNote[];
  readAs?: "json" | "text";
}

const NOTHING = { findings: [], more: 0, notes: [] };

/** Never throws because of the text or the schema. It has no time limit: run it where it can be stopped. */
export function checkNow(request: CheckRequest, options: CheckOptions = {}): Verdict {
  const limits = options.limits ?? DEFAULT_LIMITS;
  options.onPhase?.("check");
  const size = sizeFault(request, limits);
  if (size) return aborted(size);
  const lines = new Lines(request.text);
  try {
    const read =
      request.direction === "input"
        ? readArguments(request.text, lines, limits)
        : readResult(request, lines, limits);
    return "status" in read ? read : judge(request, read, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return aborted("the value is nested too deeply for the validator");
  }
}

function judge(request: CheckRequest, read: ReadText, options: CheckOptions): Verdict {
  const { notes, readAs } = read;
  const base = { findings: [], more: 0, notes, ...(readAs ? { readAs } : {}) };
  const { schema } = request;
  switch (schema.kind) {
    case "none":
      return { status: "valid", ...base, reason: "no schema: passed unchecked" };
    case "unknown tool":
      return { status: "valid", ...base, reason: "unknown tool: classified without a schema" };
    case "no lineage":
      return { status: "unchecked", ...base, reason: "no lineage" };
    case "text": {
      options.onPhase?.("compile");
      const prepared = prepare(schema.text, {
        ...options,
        limits: options.limits ?? DEFAULT_LIMITS,
        formats: request.formats,
      });
      options.onPhase?.("check");
      return applied(prepared, read, base);
    }
    default:
      return never(schema, "schema of a check");
  }
}

function applied(
  prepared: Prepared,
  read: ReadText,
  base: Pick<Verdict, "findings" | "more" | "notes" | "readAs">,
): Verdict {
  if (!prepared.validate) {
    const faults = prepared.notes.filter((note) => note.level === "error");
    return {
      status: "unchecked",
      ...base,
      findings: faults.map(schemaFault),
      reason: unusable(faults),
    };
  }
  const found = prepared.validate(read.value);
  const by = ownRulesOf(prepared);
  if (!found) return { status: "valid", ...base, ...by };
  return { status: "invalid", ...base, ...by, ...findingsOf(found, read, prepared) };
}

/** Told only where there are any. */
export function ownRulesOf({ ownRules }: Prepared): Pick<Verdict, "ownRules"> {
  return ownRules.length > 0 ? { ownRules } : {};
}

function unusable([first]: DeclarationNote[]): string {
  if (!first) return "schema unusable";
  const where = first.schemaPath && first.schemaPath !== "#" ? ` at ${first.schemaPath}` : "";
  const line = first.at ? ` (line ${first.at.line}, column ${first.at.column})` : "";
  return `schema unusable${where}${line}: ${first.message}`;
}

/** An error in the schema in the shape of a finding, so that its place in the schema can be shown. */
function schemaFault({ code, message, schemaPath = "#", at }: DeclarationNote): Finding {
  return { keyword: code, instancePath: "", schemaPath, message, params: {}, at: null, schemaAt: at ?? null };
}

function readArguments(text: string, lines: Lines, limits: Limits): ReadText | Verdict {
  const blank = /^\p{White_Space}*$/u.test(text);
  const source = blank ? "{}" : text;
  const read = readJson(source, { depth: limits.depth, portable: true });
  if (!read.ok) return malformed(lines, read.error);
  const { value, spans } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return notAnObject(value, lines, text);
  const notes = blank
    ? [{ code: "blank", message: "blank, read as {}" }]
    : read.notes.map((note) => noteOf(note, text));
  return { direction: "input", text, value, spans: blank ? null : spans, lines, textNote: "", notes };
}

function malformed(lines: Lines, { reason, offset, length }: JsonSyntaxError): Verdict {
  const at = lines.place({ start: offset, end: offset + length });
  const finding = {
    keyword: "json",
    instancePath: "",
    schemaPath: "",
    message: reason,
    params: {},
    at,
    schemaAt: null,
  };
  const error = `${reason} (line ${at.line}, column ${at.column})`;
  return { status: "malformed", error, ...NOTHING, findings: [finding] };
}

function notAnObject(value: unknown, lines: Lines, text: string): Verdict {
  const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  const error = `arguments must be a JSON object, got ${kind}`;
  const start = text.length - text.trimStart().length;
  const at = lines.place({ start, end: text.trimEnd().length });
  const finding = {
    keyword: "json",
    instancePath: "",
    schemaPath: "",
    message: error,
    params: {},
    at,
    schemaAt: null,
  };
  return { status: "malformed", error, ...NOTHING, findings: [finding] };
}

/** Read as JSON if the whole text is JSON, otherwise as plain text (D16). */
function readResult({ text, schema }: CheckRequest, lines: Lines, limits: Limits): ReadText | Verdict {
  const depth = schema.kind === "text" ? limits.resultDepth : Number.POSITIVE_INFINITY;
  const read = readJson(text, { depth, portable: false });
  if (read.ok) {
    const notes = read.notes.map((note) => noteOf(note, text));
    return {
      direction: "output",
      text,
      value: read.value,
      spans: read.spans,
      lines,
      textNote: "",
      notes,
      readAs: "json",
    };
  }
  if (read.error.limit) return aborted(`a result ${read.error.reason}`);
  const { line, column } = lines.place({ start: read.error.offset, end: read.error.offset });
  const meant = /^\s*[{["]/.test(text) ? `: ${read.error.reason} (line ${line}, column ${column})` : "";
  const textNote = `plain text (it is not JSON${meant})`;
  return { direction: "output", text, value: text, spans: null, lines, textNote, notes: [], readAs: "text" };
}

function noteOf({ code, pointer, start, end }: JsonNote, text: string): VerdictNote {
  const source = text.slice(start, Math.min(end, start + 60));
  const message =
    code === "duplicate-key"
      ? `the key ${source} appears twice in one object; the last one counts`
      : `precision: the checked value was rounded, ${source} became ${Number(text.slice(start, end))}`;
  return { code, path: pointer, message };
}
