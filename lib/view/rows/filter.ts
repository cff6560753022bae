/**
 * Which records a reader asked for. Within tools and within verdicts any of the chosen ones will do; everything else
 * must hold at once: `{ only: ["problems"], tools: ["book", "search"] }` is the problems of either tool.
 */
import { never } from "@/lib/util/never";
import { verdictWord } from "@/lib/view/text/labels";
import { corruptedBy } from "@/lib/view/timeline/injected-faults";
import { isProblem, isRetried } from "@/lib/view/timeline/problems";
import type { AnyRecord, CallRecord, ModelRecord } from "@/lib/view/timeline/records";

/** What a record must be. */
export type Flag = "problems" | "retried" | "held" | "injected";

export const FLAGS: readonly Flag[] = ["problems", "retried", "held", "injected"];

export interface Filter {
  only: readonly Flag[];
  tools: readonly string[];
  /** Words of `verdictOf`. */
  verdicts: readonly string[];
  /** Not a restriction: the decisions that are otherwise left out are shown too. */
  decisions: boolean;
}

export const NO_FILTER: Filter = { only: [], tools: [], verdicts: [], decisions: false };

/** The verdicts in the order in which they are offered: what is wrong first. */
export const VERDICT_ORDER: readonly string[] = [
  "invalid",
  "malformed",
  "unknown tool",
  "output rejected",
  "schema unusable",
  "unchecked",
  "no schema",
  "valid",
];

/** The words that the address holds: `show`, and the rest as lists. Words that are none are passed over. */
export interface FilterParams {
  /** "problems,retried"; "all", as older addresses have it, is no restriction. */
  show: string | null;
  tools: readonly string[];
  verdicts: readonly string[];
}

export function filterOf({ show, tools, verdicts }: FilterParams): Filter {
  const words = show?.split(",") ?? [];
  return {
    only: FLAGS.filter((flag) => words.includes(flag)),
    tools: [...new Set(tools)],
    verdicts: VERDICT_ORDER.filter((word) => verdicts.includes(word)),
    decisions: words.includes("decisions"),
  };
}

/** The reverse of `filterOf`. */
export function paramsOf({ only, tools, verdicts, decisions }: Filter): FilterParams {
  const words = [...only, ...(decisions ? ["decisions"] : [])];
  return { show: words.length > 0 ? words.join(",") : null, tools, verdicts };
}

/** Equal for equal filters. */
export const filterKey = (filter: Filter): string => JSON.stringify(paramsOf(filter));

/** Whether rows are left out by it. */
export const restricts = ({ only, tools, verdicts }: Filter): boolean =>
  only.length + tools.length + verdicts.length > 0;

/** How many choices it holds. */
export const sizeOf = ({ only, tools, verdicts, decisions }: Filter): number =>
  only.length + tools.length + verdicts.length + (decisions ? 1 : 0);

type ListName = "only" | "tools" | "verdicts";

/** The filter with a choice added or, if it had it, taken away. */
export function toggled(filter: Filter, list: ListName, word: string): Filter {
  const has = (words: readonly string[]) => words.includes(word);
  const change = <W extends string>(words: readonly W[], all: readonly W[]): W[] =>
    has(words) ? words.filter((kept) => kept !== word) : all.filter((w) => words.includes(w) || w === word);
  if (list === "only") return { ...filter, only: change(filter.only, FLAGS) };
  if (list === "verdicts") return { ...filter, verdicts: change(filter.verdicts, VERDICT_ORDER) };
  return { ...filter, tools: change(filter.tools, [...filter.tools, word]) };
}

// What a record is

/** The words of what was found about a call: of its arguments, and of its result where that was rejected. */
function verdictsOf(call: CallRecord): string[] {
  const word = verdictWord(call.classified?.verdict, call.classified?.declared)?.word;
  return [...(word ? [word] : []), ...(call.rejected ? ["output rejected"] : [])];
}

const wasHeld = (record: CallRecord | ModelRecord): boolean =>
  record.decisions.some(({ holds }) => holds.length > 0);

/** An injected fault in it, or in the delivery of a decision about it. */
function wasInjected(record: AnyRecord): boolean {
  if (record.kind === "turn" || record.kind === "notice") return false;
  if (record.injected.length > 0 || (record.kind === "call" && corruptedBy(record))) return true;
  return record.kind !== "decision" && record.decisions.some(({ injected }) => injected.length > 0);
}

export interface Traits {
  flags: readonly Flag[];
  tool: string | null;
  verdicts: readonly string[];
}

/** A decision or notice under a call has that call's tool and verdicts; what it is itself, it is by itself. */
export function traitsOf(record: AnyRecord): Traits {
  const flags = FLAGS.filter((flag) => hasFlag(record, flag));
  const call = record.kind === "call" ? record : record.kind === "decision" ? record.owner : undefined;
  if (call?.kind !== "call") return { flags, tool: null, verdicts: [] };
  return { flags, tool: call.requested.name, verdicts: verdictsOf(call) };
}

function hasFlag(record: AnyRecord, flag: Flag): boolean {
  switch (flag) {
    case "problems":
      return isProblem(record);
    case "retried":
      return isRetried(record);
    case "held":
      if (record.kind === "decision") return record.holds.length > 0;
      return (record.kind === "call" || record.kind === "model") && wasHeld(record);
    case "injected":
      return wasInjected(record);
    default:
      return never(flag, "flag");
  }
}

/** Which groups of the filter a record does not meet. */
export function unmet(traits: Traits, { only, tools, verdicts }: Filter): ListName[] {
  const missed: ListName[] = [];
  if (!only.every((flag) => traits.flags.includes(flag))) missed.push("only");
  if (tools.length > 0 && (traits.tool === null || !tools.includes(traits.tool))) missed.push("tools");
  if (verdicts.length > 0 && !traits.verdicts.some((word) => verdicts.includes(word)))
    missed.push("verdicts");
  return missed;
}

export const meets = (record: AnyRecord, filter: Filter): boolean =>
  !restricts(filter) || unmet(traitsOf(record), filter).length === 0;
