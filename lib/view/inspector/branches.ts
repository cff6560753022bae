/**
 * Broken alternatives: of `anyOf` and `oneOf` every branch is broken in its own way, and all those findings in one list
 * read like nonsense. Here they are sorted by branch, the nearest first: the one that was most likely meant.
 *
 * The nearest branch is, in this order: the one whose telling member fits (a `const` or `enum` that other branches break
 * at the same place); one that takes a value of this type at all; the one with the fewest broken rules; the one whose
 * broken rules stand deepest; the one that stands first.
 */

import { pointerTokens, valueAt } from "@/lib/json/pointer";
import type { Finding } from "@/lib/protocol/verdict";
import { keyOf, type Put, Reach } from "./branch-reach";

export interface Branch {
  /** From 0, as in the schema. */
  index: number;
  /** "Cat", or another label that distinguishes it; empty if there is none. */
  name: string;
  /** Numbers of its findings; findings under another choice of the branch are not included. */
  findings: number[];
}

/** A finding that sums up branches. */
export interface Choice {
  /** Number of the finding. */
  finding: number;
  keyword: "anyOf" | "oneOf";
  /** The nearest first; then as in the schema. */
  branches: Branch[];
  /** Why the first is the nearest, as the end of "nearest because …"; null when none is nearer than the others. */
  why: string | null;
  /** How many of the branches are worth showing at first. */
  shown: number;
}

export interface Choices {
  choices: Choice[];
  /** Numbers of all findings that belong to a branch. */
  inBranch: Set<number>;
}

const NO_CHOICES: Choices = { choices: [], inBranch: new Set() };
/** Branches shown at first where none is nearest. */
const MOST_SHOWN = 3;
/** Schemas longer than this, and more branches in all, are not gone through: the findings stay one list. */
const LONGEST = 2_000_000;
const MOST_BRANCHES = 3_000;

/** The findings of a verdict by their branches. `schema` is the text that their places point into. */
export function choicesOf(findings: readonly Finding[], schema: string | null): Choices {
  if (schema === null || schema.length > LONGEST || !findings.some(sumsUpMisses)) return NO_CHOICES;
  const root = parsed(schema);
  if (root === undefined) return NO_CHOICES;
  const reach = new Reach(
    root,
    findings.map((finding) => finding.instancePath),
  );
  const all = findings.map((finding, number) => ({ finding, number, key: keyOf(ownerOf(finding)) }));
  const sums = all.filter(({ finding }) => sumsUpMisses(finding));
  const counts = sums.map(({ finding }) => branchesAt(reach, finding).length);
  if (counts.reduce((sum, count) => sum + count, 0) > MOST_BRANCHES) return NO_CHOICES;
  const raw = sums.flatMap(({ finding, number }) => rawChoice(reach, { finding, number, all }));
  if (reach.isCut) return NO_CHOICES;
  const byFinding = new Map(raw.map((choice) => [choice.finding, choice]));
  return {
    choices: raw.map((choice) => ranked(withoutInner(choice, byFinding), findings)),
    inBranch: new Set(raw.flatMap(({ branches }) => branches.flatMap((branch) => branch.findings))),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matched by none; where too many match, the branches are not broken. */
function sumsUpMisses({ keyword, params, schemaPath }: Finding): boolean {
  const summary = keyword === "anyOf" || keyword === "oneOf";
  return summary && !Array.isArray(params.passingSchemas) && schemaPath.startsWith("#");
}

/** The schema that holds the broken rule, put to the place. */
function ownerOf({ schemaPath, keyword, instancePath }: Finding): Put {
  const pointer = schemaPath.slice(schemaPath.indexOf("#") + 1);
  const schema = keyword === "false schema" ? pointer : pointer.slice(0, pointer.lastIndexOf("/"));
  return { schema, instance: instancePath };
}

interface Given {
  finding: Finding;
  number: number;
  all: readonly { finding: Finding; number: number; key: string }[];
}

interface RawBranch extends Branch {
  pointer: string;
  puts: Map<string, Put>;
}

interface RawChoice extends Omit<Choice, "branches" | "why" | "shown"> {
  instance: string;
  branches: RawBranch[];
  reach: Reach;
}

function branchesAt(reach: Reach, { schemaPath }: Finding): unknown[] {
  const list = reach.at(schemaPath.slice(1));
  return Array.isArray(list) ? list : [];
}

function rawChoice(reach: Reach, { finding, number, all }: Given): RawChoice[] {
  const pointer = finding.schemaPath.slice(1);
  const list = branchesAt(reach, finding);
  if (list.length === 0) return [];
  const branches = list.map((_, index): RawBranch => {
    const start = { schema: `${pointer}/${index}`, instance: finding.instancePath };
    return { index, name: "", findings: [], pointer: start.schema, puts: reach.from(start) };
  });
  for (const alike of alikeIn(all.filter((one) => one.number !== number))) share(alike, branches);
  const keyword = finding.keyword === "oneOf" ? "oneOf" : "anyOf";
  return [{ finding: number, keyword, instance: finding.instancePath, branches, reach }];
}

/** Findings of one rule at one place that say the same: one for each way in which the schema comes by that rule. */
interface Alike {
  key: string;
  numbers: number[];
}

function alikeIn(all: Given["all"]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { finding, number, key } of all) {
    const name = [key, finding.keyword, finding.message].join("\n");
    const group = groups.get(name) ?? { key, numbers: [] };
    groups.set(name, group);
    group.numbers.push(number);
  }
  return [...groups.values()];
}

/** One for each branch that comes by the rule; what is left over is broken outside of the branches too. */
function share({ key, numbers }: Alike, branches: readonly RawBranch[]): void {
  const takers = branches.filter(({ puts }) => puts.has(key));
  for (const [i, branch] of takers.entries()) branch.findings.push(numbers[i] ?? numbers[0] ?? 0);
}

/** Findings that another choice of the same branch holds are shown there. */
function withoutInner(choice: RawChoice, byFinding: ReadonlyMap<number, RawChoice>): RawChoice {
  const branches = choice.branches.map((branch) => {
    const inner = branch.findings.flatMap((number) => byFinding.get(number) ?? []);
    const held = new Set(inner.flatMap((other) => other.branches.flatMap(({ findings }) => findings)));
    const own = branch.findings.filter((number) => !held.has(number));
    return { ...branch, findings: own.sort((a, b) => a - b) };
  });
  return { ...choice, branches };
}

// The nearest

function ranked(choice: RawChoice, findings: readonly Finding[]): Choice {
  const { finding, keyword, branches } = choice;
  const telling = tellingMember(choice, findings);
  const scored = branches.map((branch) => ({
    branch,
    score: scoreOf(branch, choice, { findings, telling }),
  }));
  scored.sort((a, b) => compare(a.score, b.score) || a.branch.index - b.branch.index);
  const [first, second] = scored;
  const named = scored.map(({ branch }) => ({
    index: branch.index,
    name: nameOf(branch, choice),
    findings: branch.findings,
  }));
  const why = first ? reasonOf(first.score, second?.score, telling) : null;
  if (why === null) named.sort((a, b) => a.index - b.index);
  return { finding, keyword, branches: named, why, shown: why === null ? shownOf(scored) : 1 };
}

/** With none nearer than the others: none where the sum says it all, since each merely wants another kind; else a few. */
const shownOf = (scored: readonly { score: Score }[]): number =>
  scored.every(({ score }) => score.kind === 1) ? 0 : Math.min(scored.length, MOST_SHOWN);

/** Smaller is nearer, the first difference decides. */
interface Score {
  /** 1: none of its broken rules is listed, so nothing is known of it. */
  unknown: number;
  /** -1: its telling member fits; 1: it does not. */
  telling: number;
  /** 1: it does not take a value of this kind, or this very value. */
  kind: number;
  count: number;
  depth: number;
}

const ORDER = ["unknown", "telling", "kind", "count", "depth"] as const;

const compare = (a: Score, b: Score): number => {
  const decisive = ORDER.find((part) => a[part] !== b[part]);
  return decisive ? a[decisive] - b[decisive] : 0;
};

interface Context {
  findings: readonly Finding[];
  telling: Telling | null;
}

const SAYS_KIND = new Set(["type", "const", "enum", "false schema"]);

function scoreOf(branch: RawBranch, { instance }: RawChoice, { findings, telling }: Context): Score {
  const own = branch.findings.flatMap((number) => findings[number] ?? []);
  return {
    unknown: own.length === 0 ? 1 : 0,
    telling:
      telling === null ? 0 : telling.fits.has(branch.index) ? -1 : telling.breaks.has(branch.index) ? 1 : 0,
    kind: own.some((one) => one.instancePath === instance && SAYS_KIND.has(one.keyword)) ? 1 : 0,
    count: own.length,
    depth: -Math.max(0, ...own.map((one) => pointerTokens(one.instancePath).length)),
  };
}

/** Null if nothing distinguishes the first from the second, or only the type of the value does. */
function reasonOf(first: Score, second: Score | undefined, telling: Telling | null): string | null {
  if (first.unknown === 1 || !second) return null;
  if (first.telling === -1 && telling) return `its ${telling.name} fits`;
  if (first.kind === 1) return null;
  const decisive = ORDER.find((part) => first[part] !== second[part]);
  return decisive === undefined ? null : (REASONS[decisive] ?? null);
}

const REASONS: Partial<Record<(typeof ORDER)[number], string>> = {
  telling: "the others require a different value of a discriminating member",
  kind: "it takes a value of this kind",
  count: "it is broken by the fewest rules",
  depth: "its broken rules are deepest in the value",
};

// The telling member

/** A member that has other values in other branches, and which branches it fits. */
interface Telling {
  name: string;
  fits: Set<number>;
  breaks: Set<number>;
}

const SAYS_VALUE = new Set(["const", "enum"]);

/** A discriminating member: some break its `const` or `enum`, and others that have one do not. */
function tellingMember(
  { branches, instance, reach }: RawChoice,
  findings: readonly Finding[],
): Telling | null {
  const depth = pointerTokens(instance).length + 1;
  const places = new Set(
    branches.flatMap(({ findings: own }) => own.flatMap((number) => placeOf(findings[number], depth))),
  );
  for (const place of places) {
    const breaks = branches.filter((branch) =>
      branch.findings.some((number) => saysOther(findings[number], place)),
    );
    const fits = branches.filter((branch) => !breaks.includes(branch) && tells(branch, place, reach));
    if (fits.length > 0 && fits.length < branches.length) {
      const name = pointerTokens(place).at(-1) ?? "";
      return { name, fits: indexes(fits), breaks: indexes(breaks) };
    }
  }
  return null;
}

const indexes = (branches: readonly Branch[]): Set<number> => new Set(branches.map(({ index }) => index));

const placeOf = (finding: Finding | undefined, depth: number): string[] =>
  finding && SAYS_VALUE.has(finding.keyword) && pointerTokens(finding.instancePath).length === depth
    ? [finding.instancePath]
    : [];

const saysOther = (finding: Finding | undefined, place: string): boolean =>
  finding?.instancePath === place && SAYS_VALUE.has(finding.keyword);

/** Whether the branch has a `const` or `enum` for the place. */
const tells = ({ puts }: RawBranch, place: string, reach: Reach): boolean =>
  [...puts.values()].some(({ schema, instance }) => {
    const rule = instance === place ? reach.at(schema) : null;
    return typeof rule === "object" && rule !== null && ("const" in rule || "enum" in rule);
  });

// Names

/** Its title, the name of the definition it refers to, its one value, or its types. */
function nameOf({ pointer }: RawBranch, { reach }: RawChoice): string {
  const schema = reach.at(pointer);
  const referred = textAt(schema, "$ref");
  if (referred) return pointerTokens(`/${referred}`).at(-1) ?? "";
  const title = textAt(schema, "title");
  if (title) return title;
  const only = valueAt(schema, ["const"]);
  if (only !== undefined) return JSON.stringify(only);
  return [valueAt(schema, ["type"])]
    .flat()
    .filter((type) => typeof type === "string")
    .join(" or ");
}

function textAt(schema: unknown, name: string): string {
  const text = valueAt(schema, [name]);
  return typeof text === "string" ? text : "";
}
