/** Findings: broken rules with a message, and with their places in the checked text and in the schema text. */

import type { Lines } from "@/lib/json/lines";
import { childPointer, pointerTokens } from "@/lib/json/pointer";
import type { Span, Spans } from "@/lib/json/spans";
import type { Side } from "@/lib/protocol/side";
import type { Finding } from "@/lib/protocol/verdict";
import type { Violation, Violations } from "@/lib/schema/compile/violations";
import { messageOf } from "./messages";
import type { Prepared } from "./prepare";

export interface CheckedText {
  direction: Side;
  text: string;
  value: unknown;
  /** Null if the text was read as plain text. */
  spans: Spans | null;
  lines: Lines;
  /** How to describe a text that was read as plain text; empty otherwise. */
  textNote: string;
}

const MAX_FINDINGS = 100;
const MAX_LISTED = 100;
/** Findings that the model is told. */
const TOLD = 3;
const MAX_ERROR = 2000;

/**
 * Sorted by position in the checked text. At one position a summary comes first and a mere condition last; otherwise
 * the order of the rules in the schema text counts. `error` is the text for the model. For a result it reveals nothing
 * of the content, because a rejected result never reaches the model (D19).
 */
export function findingsOf(
  found: Violations,
  checked: CheckedText,
  schema: Prepared,
): { findings: Finding[]; more: number; error: string } {
  const all = found.list.map((violation) => ({ violation, span: spanOf(violation, checked) }));
  const rules = new RulePlaces(schema);
  all.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      rank(a.violation) - rank(b.violation) ||
      rules.compare(a.violation, b.violation),
  );
  const listed = all.slice(0, MAX_FINDINGS);
  const findings = listed.map(({ violation, span }) => findingOf({ violation, span }, checked, schema));
  const told = listed.slice(0, TOLD).map(({ violation }) => ({
    instancePath: violation.instancePath,
    message: wordsFor(violation, checked, checked.direction === "output"),
  }));
  return { findings, more: found.total - findings.length, error: errorText(told) };
}

/** The first findings, each with its pointer (D13). */
function errorText(told: readonly Pick<Finding, "instancePath" | "message">[]): string {
  const text = told
    .map(({ instancePath, message }) => (instancePath === "" ? message : `${instancePath}: ${message}`))
    .join("; ");
  return text.length <= MAX_ERROR ? text : `${text.slice(0, MAX_ERROR - 1)}…`;
}

function wordsFor(violation: Violation, checked: CheckedText, discreet: boolean): string {
  const { direction, textNote, spans, text, value: root } = checked;
  const value = spans?.find(pointerTokens(violation.instancePath)) ?? -1;
  const own = value >= 0 && spans ? spans.valueSpan(value) : { start: 0, end: 0 };
  const raw = text.slice(own.start, Math.min(own.end, own.start + 100));
  return messageOf(violation, { direction, root, raw, textNote, discreet });
}

function rank({ keyword }: Violation): number {
  if (keyword === "anyOf" || keyword === "oneOf" || keyword === "propertyNames") return -1;
  return keyword === "if" ? 1 : 0;
}

function findingOf(
  { violation, span }: { violation: Violation; span: Span },
  checked: CheckedText,
  schema: Prepared,
): Finding {
  const { keyword, instancePath, params } = violation;
  const { schemaPath, schemaAt } = schemaPlace(violation, schema);
  return {
    keyword,
    instancePath,
    schemaPath,
    message: wordsFor(violation, checked, false),
    params: bounded(params),
    at: checked.lines.place(span),
    schemaAt,
  };
}

/** The token to mark: the key of a member that is not allowed, otherwise the value. */
function spanOf({ instancePath, params, propertyName }: Violation, { spans, text }: CheckedText): Span {
  if (!spans) return { start: 0, end: text.length };
  const tokens = pointerTokens(instancePath);
  const member =
    propertyName ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  if (typeof member === "string") {
    const found = spans.find([...tokens, member]);
    const key = found >= 0 ? spans.keySpan(found) : null;
    if (key) return key;
  }
  const value = spans.find(tokens);
  return value >= 0 ? spans.valueSpan(value) : { start: 0, end: 0 };
}

function schemaPlace(
  { origin, keyword }: Violation,
  { spans, lines }: Prepared,
): Pick<Finding, "schemaPath" | "schemaAt"> {
  if (!origin) return { schemaPath: "#", schemaAt: null };
  const pointer = keyword === "false schema" ? origin.pointer : childPointer(origin.pointer, keyword);
  const schemaPath = `${origin.document}#${pointer}`;
  if (origin.document !== "") return { schemaPath, schemaAt: null };
  const found = spans.find(pointerTokens(pointer));
  return { schemaPath, schemaAt: found >= 0 ? lines.place(spans.memberSpan(found)) : null };
}

/** The positions of rules in the schema text, looked up on demand. */
class RulePlaces {
  private readonly known = new Map<Violation, number>();

  constructor(private readonly schema: Prepared) {}

  /** Rules of other documents come last. */
  compare(a: Violation, b: Violation): number {
    const [first, second] = [this.offset(a), this.offset(b)];
    return first < second ? -1 : Number(first > second);
  }

  private offset(violation: Violation): number {
    const known = this.known.get(violation);
    if (known !== undefined) return known;
    const offset = schemaPlace(violation, this.schema).schemaAt?.offset ?? Number.POSITIVE_INFINITY;
    this.known.set(violation, offset);
    return offset;
  }
}

/** Long lists in params are cut; `more` counts the missing entries. */
function bounded(params: Record<string, unknown>): Record<string, unknown> {
  const { allowedValues } = params;
  if (!Array.isArray(allowedValues) || allowedValues.length <= MAX_LISTED) return params;
  return {
    ...params,
    allowedValues: allowedValues.slice(0, MAX_LISTED),
    more: allowedValues.length - MAX_LISTED,
  };
}
