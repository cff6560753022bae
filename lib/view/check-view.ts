/** A verdict as the inspector shows it: findings with their places in the text and in the schema. */
import type { FactOf } from "../engine/facts";
import type { Finding, RecordedVerdict } from "../protocol/verdict";
import { pointerTokens } from "../util/pointer";
import { type Mark, markOf } from "./code";
import { count } from "./format";
import { type Sign, type VerdictWord, verdictWord } from "./words";

export interface FindingLine {
  id: string;
  /** The member it is about when the message begins with it: set apart from the rest of the sentence. */
  subject: string;
  message: string;
  /** JSON pointer; empty at the root. */
  pointer: string;
  keyword: string;
  /** Lines from 1; null without a place. */
  line: number | null;
  column: number | null;
  schemaLine: number | null;
  sign: Sign;
}

export interface CheckView {
  verdict: VerdictWord | null;
  /** In a few words: "2 findings", "valid", "no schema". */
  summary: string;
  /** Why there are no findings although nothing vouches for the text, or why the check did not finish. */
  reason: string | null;
  findings: FindingLine[];
  /** How many beyond those. */
  more: number;
  notes: { id: string; text: string }[];
  /** Which rules the validator left to our own code; null when it checked all of them. */
  checkedBy: string | null;
  /** Ids are those of the findings. */
  marks: Mark[];
  schemaMarks: Mark[];
}

const FAULT: Sign = { shape: "triangle", tone: "warn" };
const BROKEN: Sign = { shape: "cross", tone: "fail" };

/** "days" of "days must be an integer": the last name of the pointer, or the member that lacks or is too many. */
function subjectOf({ instancePath, message, params }: Finding): string {
  const last = pointerTokens(instancePath).at(-1) ?? "";
  const names = [params.missingProperty, params.additionalProperty, params.unevaluatedProperty, last];
  return (
    names.find(
      (name): name is string => typeof name === "string" && name !== "" && message.startsWith(`${name} `),
    ) ?? ""
  );
}

function lineOf(finding: Finding, index: number): FindingLine {
  const subject = subjectOf(finding);
  return {
    id: `f${index}`,
    subject,
    message: finding.message.slice(subject.length),
    pointer: finding.instancePath,
    keyword: finding.keyword,
    line: finding.at?.line ?? null,
    column: finding.at?.column ?? null,
    schemaLine: finding.schemaAt?.line ?? null,
    sign: finding.keyword === "json" ? BROKEN : FAULT,
  };
}

const NOTES: Record<string, string> = {
  blank: "blank, read as {}",
  "duplicate-key": "a member stands there more than once, the last one counts",
  precision: "the checked value was rounded, the raw text keeps all digits",
};

function noteText({ code, path, message }: RecordedVerdict["notes"][number]): string {
  const text = message ?? NOTES[code] ?? code;
  return path ? `${path}: ${text}` : text;
}

function reasonOf(verdict: RecordedVerdict): string | null {
  if ("reason" in verdict && verdict.reason) return verdict.reason;
  return verdict.findings.length === 0 && "error" in verdict ? verdict.error : null;
}

export function checkView(
  verdict: RecordedVerdict | undefined,
  declared?: FactOf<"input.classified">["declared"],
): CheckView {
  const word = verdictWord(verdict, declared);
  if (!verdict || !word) {
    return {
      verdict: null,
      summary: "not checked yet",
      reason: null,
      findings: [],
      more: 0,
      notes: [],
      checkedBy: null,
      marks: [],
      schemaMarks: [],
    };
  }
  const findings = verdict.findings.map(lineOf);
  const total = findings.length + verdict.more;
  return {
    verdict: word,
    summary: total > 0 && verdict.status === "invalid" ? count(total, "finding") : word.word,
    reason: reasonOf(verdict),
    findings,
    more: verdict.more,
    notes: verdict.notes.map((note, i) => ({ id: `n${i}`, text: noteText(note) })),
    checkedBy: verdict.ownRules
      ? `checked by ajv, by Callscope itself: ${verdict.ownRules.join(", ")}`
      : null,
    marks: marksOf(verdict, findings, "at"),
    schemaMarks: marksOf(verdict, findings, "schemaAt"),
  };
}

function marksOf(verdict: RecordedVerdict, lines: FindingLine[], side: "at" | "schemaAt"): Mark[] {
  return verdict.findings.flatMap((finding, i) => {
    const place = finding[side];
    const line = lines[i];
    return place && line ? [markOf(line.id, place, line.sign.tone)] : [];
  });
}
