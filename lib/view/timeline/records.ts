/**
 * What the timeline remembers: one record a turn, model call, tool call, decision and notice. Records point at facts
 * and never copy them; what is shown is computed from a record when its row comes into view.
 */
import type { Fact, FactOf, TriggerRef } from "@/lib/engine/log/facts";

/** Stable and unique in a session; used in the URL. A call's attempt is `<id of the call>@<attempt>`. */
export type RowId = string;

/** A top-level record with all that hangs under it. `version` rises with every change in it. */
export interface Block {
  root: RowId;
  /** Its place among the blocks. */
  index: number;
  /** The turn it belongs to; null for turns themselves and for records between two turns. */
  turn: TurnRecord | null;
  version: number;
}

interface RecordBase {
  id: RowId;
  /** When it began, milliseconds since the epoch. */
  at: number;
  /** Its facts, oldest first. */
  facts: Fact[];
  block: Block;
}

/** An injected fault. `copied`: it was injected in the run that this one was forked from, by that run's rules. */
export type InjectedFault = FactOf<"fault.injected"> & { copied?: true };

export type AttemptEnd =
  | FactOf<"tool.call.completed">
  | FactOf<"tool.call.errored">
  | FactOf<"llm.call.completed">
  | FactOf<"llm.call.errored">
  | FactOf<"output.rejected">
  | FactOf<"call.voided">;

/** One try of a call. `attempt` counts from 0. */
export interface AttemptRecord {
  attempt: number;
  requestedAt: number;
  started?: FactOf<"attempt.started">;
  /** What ended it; open while absent. */
  end?: AttemptEnd;
  failed?: FactOf<"attempt.failed">;
  /** A person did not wait for the next one. */
  skipped?: FactOf<"wait.skipped">;
  /** How long its answer was held, in milliseconds: its limits moved by as much. */
  heldMs: number;
}

export interface TurnRecord extends RecordBase {
  kind: "turn";
  turnId: string;
  /** From 1. */
  number: number;
  /** What the user wrote. */
  message: string;
  toolCalls: number;
  modelCalls: number;
  end?: FactOf<"turn.completed">;
}

export interface ModelRecord extends RecordBase {
  kind: "model";
  /** Injected faults in its attempts. */
  injected: InjectedFault[];
  callId: string;
  requested: FactOf<"llm.call.requested">;
  attempts: AttemptRecord[];
  completed?: FactOf<"llm.call.completed">;
  /** The error that ended it. */
  failed?: FactOf<"llm.call.errored">;
  voided?: FactOf<"call.voided">;
  decisions: DecisionRecord[];
  /** The tool calls its answer asked for, and the notices about it, in order. */
  children: (CallRecord | NoticeRecord)[];
  /** How many calls are among them, and how many of those have not settled. */
  calls: number;
  openCalls: number;
}

export interface CallRecord extends RecordBase {
  kind: "call";
  /** Injected faults in its attempts. */
  injected: InjectedFault[];
  callId: string;
  requested: FactOf<"tool.call.requested">;
  classified?: FactOf<"input.classified">;
  attempts: AttemptRecord[];
  completed?: FactOf<"tool.call.completed">;
  rejected?: FactOf<"output.rejected">;
  /** The error that ended it; its attempt may never have begun when the total limit passed during a wait. */
  failed?: FactOf<"tool.call.errored">;
  voided?: FactOf<"call.voided">;
  /** The tool message in which the model reads the outcome. */
  message?: FactOf<"message.new">;
  decisions: DecisionRecord[];
  notices: NoticeRecord[];
  /** The model call that asked for it; absent when the worker authored it. */
  model?: ModelRecord;
  /** How many calls of its turn have had this finding so far, itself included; 0 without a finding. */
  repeats: number;
}

export interface Delivery {
  dispatched: FactOf<"decision.dispatched">;
  errored?: FactOf<"decision.errored">;
}

/** A hold of a decision, until a person releases it. */
export interface Hold {
  held: FactOf<"decision.held">;
  released?: FactOf<"decision.released">;
}

export interface DecisionRecord extends RecordBase {
  kind: "decision";
  /** Injected faults in its deliveries. */
  injected: InjectedFault[];
  decisionId: string;
  trigger: TriggerRef;
  deliveries: Delivery[];
  holds: Hold[];
  completed?: FactOf<"decision.completed">;
  dropped?: FactOf<"decision.dropped">;
  logs: FactOf<"worker.logged">[];
  /** What the engine refused of the answer. */
  refusals: (FactOf<"action.refused"> | FactOf<"call.refused"> | FactOf<"settle.refused">)[];
  /** The call it is about; absent for decisions of the session itself. */
  owner?: ModelRecord | CallRecord;
}

/** Something that must be seen and is no call: refusals, interrupts, cancels, restarts, failed turns. */
export type NoticeFact = FactOf<
  | "settle.refused"
  | "call.refused"
  | "action.refused"
  | "session.interrupted"
  | "session.interrupt_resumed"
  | "session.cancelled"
  | "session.restarted"
  | "session.forked"
  | "turn.completed"
>;

export interface NoticeRecord extends RecordBase {
  kind: "notice";
  fact: NoticeFact;
  /** The injected fault that caused it. */
  fault: InjectedFault | null;
}

export type AnyRecord = TurnRecord | ModelRecord | CallRecord | DecisionRecord | NoticeRecord;

/** A stretch in which nothing ran: candidates for folding on the axis. Milliseconds since the epoch. */
export interface Gap {
  from: number;
  to: number;
}

export interface Timeline {
  /** Where the session was forked from another one. */
  origin?: FactOf<"session.forked">;
  blocks: Block[];
  /** All records by row id (attempts are found through their call). */
  records: Map<RowId, AnyRecord>;
  turns: TurnRecord[];
  /** The model is a script, whatever its name says. */
  scripted: boolean;
  /** How many sibling calls run at once. */
  parallel: number;
  /** Tools that a person answers, by name. */
  personTools: Set<string>;
  /** Stretches of at least `MIN_GAP` without work, in order. */
  gaps: Gap[];
  /** Whether the workspace in force has injected faults on. */
  injectsFaults: boolean;
  /** The injected fault that made the newest failed delivery fail; null if it failed by itself. */
  undelivered: InjectedFault | null;
  /** How often each finding (tool, rule, place) has occurred in the running turn. */
  findings: Map<string, number>;
  /** What runs at this moment: decisions under way and model calls. Nothing running is an idle gap. */
  busy: Set<string>;
  /** Decisions that do not run and keep their place: held ones, and those to be delivered again. */
  stopped: Set<string>;
  /** Until it is resumed nothing goes out and no clock runs. */
  interrupt?: FactOf<"session.interrupted">;
  /** Time of the first and the newest fact; 0 before there is one. */
  from: number;
  to: number;
  /** Rises with every fact. */
  version: number;
}

export const callRow = (toolCallId: string): RowId => `call:${toolCallId}`;
export const modelRow = (callId: string): RowId => `model:${callId}`;
export const decisionRow = (decisionId: string): RowId => `decision:${decisionId}`;
export const turnRow = (turnId: string): RowId => `turn:${turnId}`;
export const noticeRow = (seq: number): RowId => `fact:${seq}`;
export const attemptRow = (call: RowId, attempt: number): RowId => `${call}@${attempt}`;

/** The record of a row, and which attempt of it, if the row is one; null for an id the timeline does not know. */
export function recordOf(
  timeline: Timeline,
  id: RowId,
): { record: AnyRecord; attempt: number | null } | null {
  const whole = timeline.records.get(id);
  if (whole) return { record: whole, attempt: null };
  const at = id.lastIndexOf("@");
  const record = timeline.records.get(id.slice(0, at));
  const attempt = Number(id.slice(at + 1));
  if (record?.kind !== "call" && record?.kind !== "model") return null;
  return record.attempts[attempt] ? { record, attempt } : null;
}
