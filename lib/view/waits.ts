/** What a session waits for, as the footer says it. */
import type { State } from "../engine/state";
import { type Wait, waitsOf } from "../engine/status";
import { isSettled } from "./attempts";
import { count, countdown } from "./format";
import type { CallRecord, Timeline } from "./records";
import { callRow } from "./records";

export interface WaitLine {
  /** What a press can do about it. */
  action: "answer" | "resume" | "release" | "skip" | null;
  kind: Wait["kind"];
  id: string | null;
  /** "a person: ask_user is open, 1 of 3 siblings has settled". */
  text: string;
}

/** What holds a session up until somebody acts comes first, then what a person may cut short, then the rest. */
export function waitLines(state: State, timeline: Timeline, now: number): WaitLine[] {
  const lines = waitsOf(state).map((wait) => lineOf(wait, timeline, now));
  const rank = ({ action }: WaitLine) => (action === null ? 2 : action === "skip" ? 1 : 0);
  return lines.toSorted((a, b) => rank(a) - rank(b));
}

const ACTIONS: Partial<Record<Wait["kind"], WaitLine["action"]>> = {
  person: "answer",
  client: "answer",
  resume: "resume",
  hold: "release",
  retry: "skip",
};

function lineOf(wait: Wait, timeline: Timeline, now: number): WaitLine {
  const open = wait.kind === "person" || wait.kind === "client";
  const parts = [wait.text];
  if (open && wait.id !== undefined) parts.push(...siblingWords(timeline, wait.id));
  if (wait.until !== undefined)
    parts.push(`${wait.kind === "retry" ? "ends" : "at most"} in ${countdown(wait.until - now)}`);
  return {
    action: ACTIONS[wait.kind] ?? (wait.kind === "worker" && wait.until !== undefined ? "skip" : null),
    kind: wait.kind,
    id: wait.id ?? null,
    text: parts.join(", "),
  };
}

/** The model is asked again only once all calls of one answer have settled. */
function siblingWords(timeline: Timeline, id: string): string[] {
  const call = timeline.records.get(callRow(id));
  const siblings = (call?.kind === "call" ? (call.model?.children ?? []) : []).filter(
    (child): child is CallRecord => child.kind === "call",
  );
  if (siblings.length < 2) return [];
  const settled = siblings.filter(isSettled).length;
  return [`${settled} of ${count(siblings.length, "sibling")} settled`];
}
