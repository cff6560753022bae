/** Turns a schema as typed into a validator, or into the reasons why it is unusable. */

import { Lines } from "@/lib/json/lines";
import { childPointer, pointerTokens } from "@/lib/json/pointer";
import { type JsonNote, readJson } from "@/lib/json/read";
import { Spans } from "@/lib/json/spans";
import { isObject } from "@/lib/json/value";
import type { DeclarationNote, Formats } from "@/lib/protocol/verdict";
import { type Emitted, emit } from "@/lib/schema/compile/emit";
import { ownRules } from "@/lib/schema/compile/own-keywords";
import { type Accepts, compile, metaSchema, type Validate } from "@/lib/schema/compile/validator";
import { addressOf, DIALECTS, type Dialect, dialectAt } from "@/lib/schema/language/dialect";
import { formatsAreRules, isCheckedFormat } from "@/lib/schema/language/formats";
import { SchemaGraph } from "@/lib/schema/language/graph";
import { isSchema, type SchemaObject } from "@/lib/schema/language/subschemas";
import { type Language, languageAt, plain } from "@/lib/schema/language/vocabularies";
import { lintContradictions } from "@/lib/schema/lint/contradictions";
import { lintKeywords } from "@/lib/schema/lint/keywords";
import type { Remark } from "@/lib/schema/lint/note";
import { lintForProvider } from "@/lib/schema/lint/provider-names";
import { lintAddresses, lintLoops, lintReferences } from "@/lib/schema/lint/references";
import { lintValues } from "@/lib/schema/lint/values";
import type { Limits } from "@/lib/schema/text/limits";
import { oneOf, quoted, valueText } from "@/lib/schema/text/terms";
import { Lru } from "@/lib/util/lru";

/** Everything about a schema text that does not depend on the checked value. */
export interface Prepared {
  dialect: Dialect | undefined;
  notes: DeclarationNote[];
  /** What providers require of an input schema beyond JSON Schema. */
  providerNotes: DeclarationNote[];
  /** Null if the schema is unusable; the notes of level `error` say why. */
  validate: Validate | null;
  /** Present beside `validate`. */
  accepts?: Accepts;
  /** The rules that our own code checks. */
  ownRules: string[];
  spans: Spans;
  lines: Lines;
}

/** What else a schema may depend on. The worker threads pass none of it. */
export interface Surroundings {
  /** The dialect of a text without `$schema`; 2020-12 by default. */
  dialect?: Dialect | undefined;
  /** Further schemas by address, for references that lead out of the text. */
  documents?: ReadonlyMap<string, unknown> | undefined;
}

interface Setting extends Surroundings {
  formats: Formats;
  limits: Limits;
}

type Core = Pick<Prepared, "dialect" | "validate" | "accepts" | "ownRules"> & { remarks: Remark[] };

const MAX_NOTES = 200;
/**
 * Cached by content, so that an edit and its undo compile nothing twice. A compiled schema takes about 40 times the
 * memory of its text; all of them together stay well below the limit of a worker thread.
 */
const CACHE = new Lru<Prepared>(500, 2 * 1024 * 1024);

export function prepare(text: string, setting: Setting): Prepared {
  if (setting.documents) return prepareAnew(text, setting);
  const key = `${setting.formats} ${setting.dialect ?? ""}\n${text}`;
  const known = CACHE.get(key);
  if (known) return known;
  const prepared = prepareAnew(text, setting);
  CACHE.set(key, prepared, text.length);
  return prepared;
}

function prepareAnew(text: string, setting: Setting): Prepared {
  const { limits } = setting;
  const lines = new Lines(text);
  const unread = (code: string, message: string, span = { start: 0, end: 0 }): Prepared => {
    const note: DeclarationNote = { level: "error", code, message, schemaPath: "#", at: lines.place(span) };
    return {
      dialect: undefined,
      notes: [note],
      providerNotes: [],
      validate: null,
      ownRules: [],
      spans: new Spans(text),
      lines,
    };
  };
  if (text.length > limits.schemaChars) {
    return unread("too-big", `the schema has ${text.length} characters, the limit is ${limits.schemaChars}`);
  }
  if (text.trim() === "") return unread("not-json", "the schema text is empty");
  const read = readJson(text, { depth: limits.schemaDepth, portable: true });
  if (!read.ok) {
    const { reason, offset, length } = read.error;
    return unread("not-json", `the schema text is not JSON: ${reason}`, {
      start: offset,
      end: offset + length,
    });
  }
  const { value, spans, notes } = read;
  const { dialect, validate, accepts, ownRules, remarks } = study(value, setting);
  const texts = { spans, lines };
  return {
    dialect,
    validate,
    ...(accepts && { accepts }),
    ownRules,
    notes: sorted([
      ...notes.map((note) => textNote(note, lines)),
      ...remarks.map((remark) => noteOf(remark, texts)),
    ]),
    providerNotes: sorted(lintForProvider(value).map((remark) => noteOf(remark, texts))),
    ...texts,
  };
}

/** Everything about a schema that does not need its text. */
function study(root: unknown, setting: Setting): Core {
  const none = { dialect: undefined, validate: null, ownRules: [] };
  if (!isSchema(root))
    return {
      ...none,
      remarks: [rootFault("not-a-schema", `a schema is an object, true or false, got ${valueText(root)}`)],
    };
  const { language, remarks } = languageOf(root, setting);
  if (!language) return { ...none, remarks };
  try {
    return studyIn(root, { ...setting, language }, remarks);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      ...none,
      dialect: language.dialect,
      remarks: [...remarks, rootFault("too-deep", "the schema is nested too deeply to be compiled")],
    };
  }
}

/**
 * The schema as rewritten for the validator, with the origin of each part. Null if the text is not a schema of a known
 * dialect. Throws `RangeError` if it is nested too deeply.
 */
export function emittedOf(text: string, setting: Setting): Emitted | null {
  const read = readJson(text, { depth: setting.limits.schemaDepth, portable: true });
  if (!read.ok || !isSchema(read.value)) return null;
  const { language } = languageOf(read.value, setting);
  return language ? emittedIn(read.value, { ...setting, language }).emitted : null;
}

function emittedIn(
  root: SchemaObject | boolean,
  { language, formats, documents }: Setting & { language: Language },
): { graph: SchemaGraph; emitted: Emitted } {
  const { dialect, inactive } = language;
  const graph = new SchemaGraph(
    root,
    dialect,
    (address) => documents?.get(address) ?? metaSchema(dialect, address),
  );
  const rules = formatsAreRules(dialect, formats) || (language.assertsFormats && formats !== "never");
  const emitted = emit(graph, { formatIsRule: (name) => rules && isCheckedFormat(name), inactive });
  return { graph, emitted };
}

function studyIn(
  root: SchemaObject | boolean,
  setting: Setting & { language: Language },
  first: Remark[],
): Core {
  const { language, formats } = setting;
  const { dialect, inactive } = language;
  const { graph, emitted } = emittedIn(root, setting);
  const remarks = [...first, ...lintNodes(graph, formats, inactive), ...lintAddresses(graph)];
  remarks.push(...lintReferences(graph, emitted.broken), ...lintLoops(emitted));
  if (remarks.some((remark) => remark.level === "error"))
    return { dialect, validate: null, ownRules: [], remarks };
  const outcome = compiled(emitted, dialect, remarks);
  return { dialect, ownRules: outcome.validate ? ownRules(emitted) : [], ...outcome };
}

function compiled(emitted: Emitted, dialect: Dialect, remarks: Remark[]): Omit<Core, "dialect" | "ownRules"> {
  try {
    return { ...compile(emitted, dialect), remarks };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return {
      validate: null,
      remarks: [...remarks, rootFault("compile", `the validator cannot use this schema: ${reason}`)],
    };
  }
}

function lintNodes(graph: SchemaGraph, formats: Formats, inactive: ReadonlySet<string>): Remark[] {
  return [...graph.nodes.values()].flatMap(({ schema: whole, document, pointer }) => {
    if (document !== "" || !isObject(whole)) return [];
    const idle = Object.keys(whole).filter((keyword) => inactive.has(keyword));
    const schema = idle.length === 0 ? whole : without(whole, idle);
    const faults = lintValues(schema, pointer, graph.dialect);
    const odd = [
      ...lintKeywords(schema, pointer, { dialect: graph.dialect, formats }),
      ...lintContradictions(schema, pointer),
    ];
    // An error needs no further warning at the same place.
    const rest = odd.filter((remark) => !faults.some((fault) => fault.pointer === remark.pointer));
    return [...faults, ...rest, ...idle.map((keyword) => inactiveKeyword(keyword, pointer))];
  });
}

function without(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

function inactiveKeyword(keyword: string, pointer: string): Remark {
  const message = `${keyword} has no effect: its vocabulary is not in use under this $schema`;
  return {
    level: "warning",
    code: "inactive-vocabulary",
    message,
    pointer: childPointer(pointer, keyword),
    part: "key",
  };
}

function languageOf(
  root: Record<string, unknown> | boolean,
  { dialect: otherwise = "2020-12", documents }: Setting,
): { language: Language | undefined; remarks: Remark[] } {
  const address = isObject(root) ? root.$schema : undefined;
  if (address === undefined) return { language: plain(otherwise), remarks: [] };
  const remark = { pointer: "/$schema", part: "value" } as const;
  const known = oneOf(DIALECTS.map(addressOf));
  const unknown = (message: string) => ({
    language: undefined,
    remarks: [{ level: "error", code: "unknown-dialect", message, ...remark } as const],
  });
  if (typeof address !== "string")
    return unknown(
      `$schema must be the address of a dialect, got ${valueText(address)}; the known dialects are ${known}`,
    );
  const language = languageAt(address, documents);
  if (!language) return unknown(`unknown dialect ${quoted(address)}; the known dialects are ${known}`);
  if ("fault" in language) return unknown(language.fault);
  const { dialect } = language;
  if (address === addressOf(dialect) || !dialectAt(address)) return { language, remarks: [] };
  const message = `read as ${dialect}; its address is ${addressOf(dialect)}`;
  return { language, remarks: [{ level: "info", code: "dialect-spelling", message, ...remark }] };
}

function rootFault(code: string, message: string): Remark {
  return { level: "error", code, message, pointer: "", part: "value" };
}

function noteOf(remark: Remark, { spans, lines }: { spans: Spans; lines: Lines }): DeclarationNote {
  const { level, code, message, pointer, part } = remark;
  const found = spans.find(pointerTokens(pointer));
  if (found < 0) return { level, code, message, schemaPath: `#${pointer}` };
  const whole = part === "member" ? spans.memberSpan(found) : spans.valueSpan(found);
  const span = (part === "key" ? spans.keySpan(found) : null) ?? whole;
  // A remark on the whole schema marks only its first character.
  const at = lines.place(pointer === "" ? { start: span.start, end: span.start + 1 } : span);
  return { level, code, message, schemaPath: `#${pointer}`, at };
}

/** Notes from reading the text: duplicate keys, and numbers that a double cannot hold. */
function textNote({ code, pointer, start, end }: JsonNote, lines: Lines): DeclarationNote {
  const message =
    code === "duplicate-key"
      ? `this key appears twice in one object; the last one counts`
      : "this number is rounded when it is read: a double cannot hold its digits";
  return { level: "warning", code, message, schemaPath: `#${pointer}`, at: lines.place({ start, end }) };
}

function sorted(notes: DeclarationNote[]): DeclarationNote[] {
  notes.sort((a, b) => (a.at?.offset ?? 0) - (b.at?.offset ?? 0));
  if (notes.length <= MAX_NOTES) return notes;
  const errors = notes.filter((note) => note.level === "error");
  const others = notes.filter((note) => note.level !== "error");
  const kept = [...errors, ...others].slice(0, MAX_NOTES);
  const message = `${notes.length - MAX_NOTES} more notes are not listed`;
  return [...kept, { level: "info", code: "more", message }];
}
