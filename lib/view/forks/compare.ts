/** Two sessions side by side: what each did, in order, aligned, and where they first differ. */

import { pairs } from "@/lib/view/code/align";
import { noticeText } from "@/lib/view/rows/notice-row";
import { blamed, injectedPrefix } from "@/lib/view/timeline/injected-faults";
import type { AnyRecord, CallRecord, ModelRecord, RowId, Timeline } from "@/lib/view/timeline/records";
import { callText, modelText } from "./compare-text";

/** One action of a session. */
export interface Action {
  row: RowId;
  kind: "turn" | "model" | "call" | "notice";
  label: string;
  /** "valid", "invalid", …; null where nothing was checked. */
  verdict: string | null;
  /** What went in and what came out: compared word for word. */
  asked: string;
  outcome: string;
}

export interface Pair {
  left: Action | null;
  right: Action | null;
  /** What differs; empty: both did the same. */
  differs: ("only here" | "verdict" | "asked" | "outcome")[];
}

export interface Comparison {
  pairs: Pair[];
  /** The first pair that differs; null: the sessions did the same. */
  first: number | null;
}

/** Turns, model calls, tool calls and notices in the order in which they began. Decisions and attempts are their parts. */
function actionsOf(timeline: Timeline): Action[] {
  return [...timeline.records.values()]
    .filter((record) => record.kind !== "decision" && !isSeam(record))
    .flatMap((record) => actionOf(record) ?? []);
}

/** Notices of a fork or a restart are not actions of the session. */
const isSeam = (record: AnyRecord): boolean =>
  record.kind === "notice" &&
  (record.fact.type === "session.forked" || record.fact.type === "session.restarted");

function actionOf(record: AnyRecord): Action | null {
  const { id: row } = record;
  switch (record.kind) {
    case "turn":
      return { row, kind: "turn", label: "user", verdict: null, asked: record.message, outcome: "" };
    case "model":
      return {
        row,
        kind: "model",
        label: "model",
        verdict: null,
        asked: "",
        outcome: outcomeOf(modelText(record), record),
      };
    case "call": {
      const { requested, classified } = record;
      const verdict = classified?.declared === "no" ? "unknown tool" : (classified?.verdict.status ?? null);
      const outcome = outcomeOf(callText(record), record);
      return { row, kind: "call", label: requested.name, verdict, asked: requested.arguments, outcome };
    }
    case "notice": {
      const { label, text } = noticeText(record.fact);
      return {
        row,
        kind: "notice",
        label,
        verdict: null,
        asked: "",
        outcome: injectedPrefix(text, record.fault),
      };
    }
    default:
      return null;
  }
}

/** An outcome caused by an injected fault differs from the same outcome without it. */
const outcomeOf = (outcome: string, record: CallRecord | ModelRecord): string =>
  injectedPrefix(outcome, blamed(record));

const nameOf = ({ kind, label }: Action): string => `${kind} ${label}`;

/** What lies opposite each other is of one kind and one name. */
export function compareSessions(left: Timeline, right: Timeline): Comparison {
  const [a, b] = [actionsOf(left), actionsOf(right)];
  const found = pairs(a.map(nameOf), b.map(nameOf)).flatMap(([l, r]) =>
    pairsOf(l === null ? null : (a[l] ?? null), r === null ? null : (b[r] ?? null)),
  );
  const first = found.findIndex(({ differs }) => differs.length > 0);
  return { pairs: found, first: first < 0 ? null : first };
}

const alone = (left: Action | null, right: Action | null): Pair => ({ left, right, differs: ["only here"] });

function pairsOf(left: Action | null, right: Action | null): Pair[] {
  if (!left || !right) return [alone(left, right)];
  if (nameOf(left) !== nameOf(right)) return [alone(left, null), alone(null, right)];
  const parts = ["verdict", "asked", "outcome"] as const;
  return [{ left, right, differs: parts.filter((part) => left[part] !== right[part]) }];
}
