/** What a session waits for, as the footer says it. */
import type { State } from "../engine/state";
import { type Wait, waitsOf } from "../engine/status";
import { isSettled } from "./attempts";
import { count, countdown } from "./format";
import type { CallRecord, Timeline } from "./records";
import { callRow } from "./records";

export interface WaitLine {
  /** What a press can do about it. */
  action: "answer" | "resume" | "look" | null;
  kind: Wait["kind"];
  id: string | null;
  /** "a person: ask_user is open, 1 of 3 siblings has settled". */
  text: string;
}

/** The newest first matters least: those somebody can act on come first. */
export function waitLines(state: State, timeline: Timeline, now: number): WaitLine[] {
  const lines = waitsOf(state).map((wait) => lineOf(wait, timeline, now));
  return [...lines.filter((line) => line.action), ...lines.filter((line) => !line.action)];
}

const ACTIONS: Partial<Record<Wait["kind"], WaitLine["action"]>> = {
  person: "answer",
  client: "answer",
  resume: "resume",
  hold: "look",
};

function lineOf(wait: Wait, timeline: Timeline, now: number): WaitLine {
  const open = wait.kind === "person" || wait.kind === "client";
  const parts = [wait.text];
  if (open && wait.id !== undefined) parts.push(...siblingWords(timeline, wait.id));
  if (wait.until !== undefined)
    parts.push(`${wait.kind === "retry" ? "ends" : "at most"} in ${countdown(wait.until - now)}`);
  return {
    action: ACTIONS[wait.kind] ?? null,
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
