/** What a session waits for, for the footer, and what each record waits for, for its row and the inspector's head. */

import type { State } from "@/lib/engine/state/state";
import { type Wait, waitsOf } from "@/lib/engine/state/status";
import { never } from "@/lib/util/never";
import { count, countdown } from "@/lib/view/text/format";
import { executeOf, isSettled, waitsFor } from "./attempts";
import { holdText } from "./decision-text";
import { heldDecision, openHold } from "./decisions";
import { heldUpBy } from "./injected-faults";
import { causeText } from "./injected-text";
import { isOvertaken, queuedText } from "./queue";
import type { AnyRecord, AttemptRecord, CallRecord, DecisionRecord, ModelRecord, Timeline } from "./records";
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
  if (open && wait.id !== undefined) parts.push(...siblingTexts(timeline, wait.id));
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
function siblingTexts(timeline: Timeline, id: string): string[] {
  const call = timeline.records.get(callRow(id));
  const answer = call?.kind === "call" ? call.model : undefined;
  if (!answer || answer.calls < 2) return [];
  return [`${answer.calls - answer.openCalls} of ${count(answer.calls, "sibling")} settled`];
}

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
      return isSettled(record) ? null : modelWait(record, timeline, now);
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
export function siblingsWait({ model, voided }: CallRecord): string | null {
  return model && model.openCalls > 0 && !voided
    ? `waits for ${model.openCalls} of ${model.calls} siblings`
    : null;
}

const ASKED = {
  person: "waits for a person",
  client: "waits for the client",
  later: "waits for the worker's later answer",
  dropped: "left open by an interrupt, waits for a person or the worker",
};

/** Nothing is sent and no clock runs, but a person or the client may still settle calls. */
const INTERRUPTED = "interrupted, waits for a resume";
const whileInterrupted = (words: string, { interrupt }: Timeline): string =>
  interrupt ? `${words}; the session is interrupted` : words;

function callWait(call: CallRecord, timeline: Timeline, now: number): string {
  const asked = waitsFor(call, timeline);
  if (asked) return whileInterrupted(ASKED[asked], timeline);
  const held = heldText(call, timeline);
  if (held) return `held ${held}`;
  const attempt = call.attempts.at(-1);
  if (attempt?.end) return backoffText(attempt, timeline, now) ?? "queued";
  const decision = attempt && executeOf(call, attempt.attempt);
  return decision ? (decisionWait(decision, timeline, now) ?? "waits for the worker") : "queued";
}

function modelWait(model: ModelRecord, timeline: Timeline, now: number): string {
  const held = heldText(model, timeline);
  if (held) return `held ${held}`;
  const attempt = model.attempts.at(-1);
  const backoff = attempt?.end ? backoffText(attempt, timeline, now) : null;
  return backoff ?? (timeline.interrupt ? INTERRUPTED : answerWait("the model", model, now));
}

/** "backoff, next attempt in 3.2 s"; null: no attempt is due. */
export function backoffText({ failed }: AttemptRecord, { interrupt }: Timeline, now: number): string | null {
  const due = failed?.due_at;
  if (due === undefined) return null;
  return interrupt ? INTERRUPTED : `backoff, next attempt in ${countdown(due - now)}`;
}

/** What comes after "held", for the decision of a call or model call that is held now. */
export function heldText(record: CallRecord | ModelRecord, timeline: Timeline): string | null {
  const hold = openHold(heldDecision(record));
  return hold && whileInterrupted(holdText(hold, timeline), timeline);
}

function decisionWait(decision: DecisionRecord, timeline: Timeline, now: number): string | null {
  const errored = decision.deliveries.at(-1)?.errored;
  if (decision.completed || decision.dropped || (errored && errored.due_at === undefined)) return null;
  const hold = openHold(decision);
  if (hold) return whileInterrupted(`held ${holdText(hold, timeline)}`, timeline);
  if (timeline.interrupt) return INTERRUPTED;
  if (isOvertaken(decision)) return OVERTAKEN;
  if (decision.deliveries.length === 0) return queuedText(decision, timeline);
  return errored?.due_at === undefined
    ? answerWait("the worker", decision, now)
    : `backoff, delivered again in ${countdown(errored.due_at - now)}`;
}

function answerWait(who: string, record: ModelRecord | DecisionRecord, now: number): string {
  const fault = heldUpBy(record, now);
  return `waits for ${who}${fault ? `, held up by ${causeText(fault)}` : ""}`;
}

const OVERTAKEN = "its attempt is over; a late answer changes nothing";
