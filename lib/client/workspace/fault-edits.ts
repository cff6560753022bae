/** Changes to the injected faults of a workspace as pure functions. Omitted settings are not written to the file. */
import type { Fault, FaultRule, FaultWhen } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { compact } from "./edits";

/** The most rules that a workspace can hold. */
export const MAX_RULES = 200;

type RuleAt<At extends FaultRule["at"]> = Extract<FaultRule, { at: At }>;

const SLOW = { kind: "slow", ms: 2000 } as const;
const SILENT = { kind: "silent" } as const;
const UNREACHABLE = { kind: "unreachable" } as const;
const SERVER_ERROR = { kind: "server error", status: 503 } as const;
const BROKEN_JSON = { kind: "broken json" } as const;

/** The faults for each place, with their initial settings. */
const OF_TOOL: readonly RuleAt<"tool">["what"][] = [
  { kind: "error", message: "upstream answered 503", retryable: true },
  SILENT,
  SLOW,
  { kind: "late", ms: 1000 },
  { kind: "broken result" },
  { kind: "cut result" },
  { kind: "duplicate" },
  UNREACHABLE,
  SERVER_ERROR,
  BROKEN_JSON,
];
const OF_MODEL: readonly RuleAt<"model">["what"][] = [
  { kind: "malformed arguments" },
  { kind: "invalid arguments" },
  { kind: "unknown tool" },
  { kind: "cut arguments" },
  { kind: "duplicate ids" },
  { kind: "rate limited" },
  { kind: "overloaded" },
  { kind: "stream cut" },
  SILENT,
  SLOW,
];
const OF_DELIVERY: readonly RuleAt<"delivery">["what"][] = [
  UNREACHABLE,
  SERVER_ERROR,
  BROKEN_JSON,
  SILENT,
  SLOW,
];
const OFFERS = { tool: OF_TOOL, model: OF_MODEL, delivery: OF_DELIVERY } as const;

/** The kinds of fault for a place, the most common first. */
export const kindsAt = (at: FaultRule["at"]): Fault["kind"][] => OFFERS[at].map(({ kind }) => kind);

function pick<W extends { kind: Fault["kind"] }>(offers: readonly W[], kind: string, old: W): W {
  if (old.kind === kind) return old;
  return offers.find((offer) => offer.kind === kind) ?? old;
}

/** The rule with another kind of fault in its initial settings. A kind that does not fit the place changes nothing. */
export function withKind(rule: FaultRule, kind: string): FaultRule {
  switch (rule.at) {
    case "tool":
      return { ...rule, what: pick(OF_TOOL, kind, rule.what) };
    case "model":
      return { ...rule, what: pick(OF_MODEL, kind, rule.what) };
    case "delivery":
      return { ...rule, what: pick(OF_DELIVERY, kind, rule.what) };
    default:
      return never(rule, "rule");
  }
}

/** The rule at another place. It keeps its selection, and its fault if that fits the place. */
export function withPlace({ attempt, when, what }: FaultRule, at: FaultRule["at"]): FaultRule {
  const rest = compact({ attempt, when });
  switch (at) {
    case "tool":
      return withKind(
        { at, ...rest, what: { kind: "error", message: "upstream answered 503", retryable: true } },
        what.kind,
      );
    case "model":
      return withKind({ at, ...rest, what: { kind: "malformed arguments" } }, what.kind);
    case "delivery":
      return withKind({ at, ...rest, what: UNREACHABLE }, what.kind);
    default:
      return never(at, "place");
  }
}

/** The rule for other attempts; undefined: any attempt. */
export const withAttempt = (rule: FaultRule, attempt: number | undefined): FaultRule =>
  compact({ ...rule, attempt });

/** Which ones, as first offered. */
export function freshWhen(kind: FaultWhen["kind"]): FaultWhen {
  switch (kind) {
    case "every":
      return { kind };
    case "nth":
      return { kind, n: 1 };
    case "rate":
      return { kind, rate: 0.3, seed: 1 };
    default:
      return never(kind, "when");
  }
}

/** The most common rule to start from: the first attempt fails and can be retried. */
export const newRule = (name?: string): FaultRule =>
  compact({
    at: "tool" as const,
    name,
    attempt: 0,
    when: { kind: "every" as const },
    what: { kind: "error" as const, message: "upstream answered 503", retryable: true },
  });

/** Why a rule cannot be saved; null if it can. */
export function ruleFault({ what }: FaultRule): string | null {
  if (what.kind !== "error") return null;
  if (what.message.trim() === "") return "Type the message of the error first";
  return what.message.length > 10_000 ? "The message is longer than 10,000 characters" : null;
}

function withFaults(workspace: Workspace, faults: NonNullable<Workspace["faults"]>): Workspace {
  const none = !faults.on && faults.rules.length === 0;
  return compact({ ...workspace, faults: none ? undefined : faults });
}

const faultsOf = ({ faults }: Workspace) => faults ?? { on: false, rules: [] };

export const switched = (workspace: Workspace, on: boolean): Workspace =>
  withFaults(workspace, { ...faultsOf(workspace), on });

/** Adds a rule at the end (`index` null) or replaces one. The first rule turns the switch on. */
export function withRule(workspace: Workspace, index: number | null, rule: FaultRule): Workspace {
  const { on, rules } = faultsOf(workspace);
  if (index !== null)
    return withFaults(workspace, { on, rules: rules.map((old, i) => (i === index ? rule : old)) });
  return withFaults(workspace, { on: on || rules.length === 0, rules: [...rules, rule] });
}

export function withoutRule(workspace: Workspace, index: number): Workspace {
  const { on, rules } = faultsOf(workspace);
  return withFaults(workspace, { on, rules: rules.filter((_, i) => i !== index) });
}

/** How many rules are active in the next run. */
export const armed = ({ faults }: Workspace): number => (faults?.on ? faults.rules.length : 0);
