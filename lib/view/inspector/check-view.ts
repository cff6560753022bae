/** A verdict as the inspector shows it: findings with their places in the text and in the schema. */
import type { FactOf } from "@/lib/engine/log/facts";
import { pointerTokens } from "@/lib/json/pointer";
import type { Finding, Verdict } from "@/lib/protocol/verdict";
import { type Mark, markOf } from "@/lib/view/code/code";
import { count } from "@/lib/view/text/format";
import { type Sign, type VerdictWord, verdictWord } from "@/lib/view/text/labels";
import { choicesOf } from "./branches";

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
  /** Where the rule is in the schema; null if it is not in the schema's own text. */
  schemaPointer: string | null;
  sign: Sign;
}

export interface BranchLine {
  /** "Alternative 2 of 3", with its name. */
  label: string;
  /** Ids of its findings. */
  findings: string[];
}

/** The branches of an `anyOf` or `oneOf` that nothing matched, the nearest first. */
export interface ChoiceLine {
  branches: BranchLine[];
  /** "nearest because …"; null when none is nearer than the others. */
  why: string | null;
  /** How many of the branches are shown at first. */
  shown: number;
}

export interface CheckView {
  verdict: VerdictWord | null;
  /** As recorded; null before the check. */
  recorded: Verdict | null;
  /** In a few words: "2 findings" as seen at first, "valid", "no schema". */
  summary: string;
  /** Why there are no findings although nothing vouches for the text, or why the check did not finish. */
  reason: string | null;
  findings: FindingLine[];
  /** By the id of the finding that sums the branches up. */
  choices: ReadonlyMap<string, ChoiceLine>;
  /** Ids of the findings under a branch. */
  inBranch: ReadonlySet<string>;
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
    id: idOf(index),
    subject,
    message: finding.message.slice(subject.length),
    pointer: finding.instancePath,
    keyword: finding.keyword,
    line: finding.at?.line ?? null,
    column: finding.at?.column ?? null,
    schemaLine: finding.schemaAt?.line ?? null,
    schemaPointer:
      finding.schemaAt && finding.schemaPath.startsWith("#") ? finding.schemaPath.slice(1) : null,
    sign: finding.keyword === "json" ? BROKEN : FAULT,
  };
}

const NOTES: Record<string, string> = {
  blank: "blank, read as {}",
  "duplicate-key": "the member is repeated; the last one counts",
  precision: "the checked value was rounded, the raw text keeps all digits",
};

function noteText({ code, path, message }: Verdict["notes"][number]): string {
  const text = message ?? NOTES[code] ?? code;
  return path ? `${path}: ${text}` : text;
}

function reasonOf(verdict: Verdict): string | null {
  if ("reason" in verdict && verdict.reason) return verdict.reason;
  return verdict.findings.length === 0 && "error" in verdict ? verdict.error : null;
}

const idOf = (number: number): string => `f${number}`;

function branchLines(verdict: Verdict, schema: string | null): Pick<CheckView, "choices" | "inBranch"> {
  const { choices, inBranch } = choicesOf(verdict.findings, schema);
  const lines = choices.map(({ finding, branches, why, shown }): [string, ChoiceLine] => [
    idOf(finding),
    {
      why,
      shown,
      branches: branches.map(({ index, name, findings }) => ({
        label: `Alternative ${index + 1} of ${branches.length}${name === "" ? "" : `, ${name}`}`,
        findings: findings.map(idOf),
      })),
    },
  ]);
  return { choices: new Map(lines), inBranch: new Set([...inBranch].map(idOf)) };
}

/** `schema` is the text that the places point into. */
export function checkView(
  verdict: Verdict | undefined,
  declared?: FactOf<"input.classified">["declared"],
  schema: string | null = null,
): CheckView {
  const word = verdictWord(verdict, declared);
  if (!verdict || !word) {
    return {
      verdict: null,
      recorded: null,
      summary: "not checked yet",
      reason: null,
      findings: [],
      choices: new Map(),
      inBranch: new Set(),
      more: 0,
      notes: [],
      checkedBy: null,
      marks: [],
      schemaMarks: [],
    };
  }
  const findings = verdict.findings.map(lineOf);
  const branches = branchLines(verdict, schema);
  const seen = brokenRules({ findings, ...branches }).shown.length + verdict.more;
  return {
    recorded: verdict,
    verdict: word,
    summary: seen > 0 && verdict.status === "invalid" ? count(seen, "finding") : word.word,
    reason: reasonOf(verdict),
    findings,
    ...branches,
    more: verdict.more,
    notes: verdict.notes.map((note, i) => ({ id: `n${i}`, text: noteText(note) })),
    checkedBy: verdict.ownRules
      ? `checked by ajv, by Callscope itself: ${verdict.ownRules.join(", ")}`
      : null,
    marks: marksOf(verdict, findings, "at"),
    schemaMarks: marksOf(verdict, findings, "schemaAt"),
  };
}

function marksOf(verdict: Verdict, lines: FindingLine[], side: "at" | "schemaAt"): Mark[] {
  return verdict.findings.flatMap((finding, i) => {
    const place = finding[side];
    const line = lines[i];
    return place && line ? [markOf(line.id, place, line.sign.tone)] : [];
  });
}

type Sorted = Pick<CheckView, "findings" | "choices" | "inBranch">;

/** Of the findings to be seen those that say something of their own: a sum of branches says less than those shown. */
export const walkedFindings = ({ findings, choices }: Sorted, shown: ReadonlySet<string>): FindingLine[] =>
  findings.filter(({ id }) => shown.has(id) && !choices.get(id)?.shown);

/**
 * The rules that are broken as a person sees them at first: of alternatives those of the nearest, and how many more in the
 * others. Where the sum says it all, since no alternative is near, the sum is one.
 */
export function brokenRules(check: Sorted): { shown: FindingLine[]; others: number } {
  const shown = shownFindings(check, NONE);
  const hidden = [...check.choices].flatMap(([id, choice]) =>
    shown.has(id) && choice.shown > 0 ? choice.branches.slice(choice.shown) : [],
  );
  const others = new Set(hidden.flatMap(({ findings }) => findings).filter((id) => !shown.has(id)));
  return { shown: walkedFindings(check, shown), others: others.size };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Ids of the findings to be seen: those outside of branches, and those of the branches that are shown, where `open` holds
 * the choices of which all are.
 */
export function shownFindings(check: Sorted, open: ReadonlySet<string>): Set<string> {
  const shown = new Set<string>();
  const show = (id: string): void => {
    if (shown.has(id)) return;
    shown.add(id);
    for (const branch of shownBranches(check, id, open)) branch.findings.forEach(show);
  };
  for (const { id } of check.findings) if (!check.inBranch.has(id)) show(id);
  return shown;
}

export function shownBranches(check: Sorted, id: string, open: ReadonlySet<string>): BranchLine[] {
  const choice = check.choices.get(id);
  if (!choice) return [];
  return open.has(id) ? choice.branches : choice.branches.slice(0, choice.shown);
}
