/** What holds up a session, as the footer says it, and each thing in it, as its row and the inspector's head say it. */
import type { State } from "../engine/state";
import { type Wait, waitsOf } from "../engine/status";
import { never } from "../util/never";
import { executeOf, heldDecision, isSettled, openHold, waitsFor } from "./attempts";
import { count, countdown } from "./format";
import type { AnyRecord, CallRecord, DecisionRecord, ModelRecord, Timeline } from "./records";
import { callRow, decisionRow } from "./records";
import { holdText, triggerWords } from "./words";

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
  const siblings = call?.kind === "call" ? siblingsOf(call) : [];
  if (siblings.length < 2) return [];
  const settled = siblings.filter(isSettled).length;
  return [`${settled} of ${count(siblings.length, "sibling")} settled`];
}

/** The calls of the same answer, itself included. */
const siblingsOf = (call: CallRecord): CallRecord[] =>
  (call.model?.children ?? []).filter((child): child is CallRecord => child.kind === "call");

// One thing

/**
 * What holds a record up at `now` (milliseconds since the epoch, the server's), in words: "backoff, next attempt in
 * 3.2 s", "queued behind book and 7 more, 8 at a time", "held by breakpoint: book, before it goes to the worker". Null:
 * nothing does, it is over.
 */
export function waitOf(record: AnyRecord, timeline: Timeline, now: number): string | null {
  switch (record.kind) {
    case "call":
      return isSettled(record) ? siblingsWait(record) : callWait(record, timeline, now);
    case "model":
      return isSettled(record) ? null : modelWait(record, now);
    case "decision":
      return decisionWait(record, timeline, now);
    case "turn":
    case "notice":
      return null;
    default:
      return never(record, "record");
  }
}

/** A settled call waits with the others of its answer: "waits for 2 of 5 siblings". */
export function siblingsWait(call: CallRecord): string | null {
  const siblings = siblingsOf(call);
  const open = siblings.filter((sibling) => !isSettled(sibling)).length;
  return open > 0 && !call.voided ? `waits for ${open} of ${siblings.length} siblings` : null;
}

const ASKED = {
  person: "waits for a person",
  client: "waits for the client",
  later: "waits for the worker's later answer",
};

function callWait(call: CallRecord, timeline: Timeline, now: number): string {
  const asked = waitsFor(call, timeline);
  if (asked) return ASKED[asked];
  const held = heldWait(call);
  if (held) return held;
  const attempt = call.attempts.at(-1);
  const due = attempt?.failed?.due_at;
  if (attempt?.end && due !== undefined) return backoffWords(due, now);
  const decision = attempt && executeOf(call, attempt.attempt);
  return decision ? (decisionWait(decision, timeline, now) ?? "waits for the worker") : "queued";
}

function modelWait(model: ModelRecord, now: number): string {
  const held = heldWait(model);
  if (held) return held;
  const attempt = model.attempts.at(-1);
  const due = attempt?.failed?.due_at;
  return attempt?.end && due !== undefined ? backoffWords(due, now) : "waits for the model";
}

/** "backoff, next attempt in 3.2 s". */
export const backoffWords = (due: number, now: number): string =>
  `backoff, next attempt in ${countdown(due - now)}`;

function heldWait(record: CallRecord | ModelRecord): string | null {
  const hold = openHold(heldDecision(record));
  return hold && `held ${holdText(hold)}`;
}

function decisionWait(decision: DecisionRecord, timeline: Timeline, now: number): string | null {
  const newest = decision.deliveries.at(-1);
  if (decision.completed || decision.dropped) return null;
  const hold = openHold(decision);
  if (hold) return `held ${holdText(hold)}`;
  if (!newest) return queuedWords(decision, timeline);
  if (!newest.errored) return "waits for the worker";
  const due = newest.errored.due_at;
  return due === undefined ? null : `backoff, delivered again in ${countdown(due - now)}`;
}

/** Siblings' executions go out so many at a time, all other decisions one by one. */
function queuedWords(decision: DecisionRecord, timeline: Timeline): string {
  const executes = (other: DecisionRecord) => other.trigger.type === "tool.execute";
  const running = [...timeline.busy].flatMap((id) => {
    const record = timeline.records.get(decisionRow(id));
    return record?.kind === "decision" && record !== decision ? record : [];
  });
  const { parallel } = timeline;
  const before = running.filter((other) => parallel === 1 || executes(other) === executes(decision));
  const [first] = before;
  if (!first || (executes(decision) && before.length < parallel)) return "queued";
  const more = before.length > 1 ? ` and ${before.length - 1} more` : "";
  const limit = executes(decision) && parallel > 1 ? `, ${parallel} at a time` : "";
  return `queued behind ${nameOf(first)}${more}${limit}`;
}

const nameOf = ({ owner, trigger }: DecisionRecord): string =>
  owner?.kind === "call" && trigger.type === "tool.execute" ? owner.requested.name : triggerWords(trigger);
