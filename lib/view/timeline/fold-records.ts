/**
 * Finding, adding and touching records. A fact that names a record the timeline does not hold (a log that starts in
 * the middle) changes nothing and gets no row of its own: the functions here then answer undefined.
 */
import type { Fact, FactOf, TriggerRef } from "@/lib/engine/log/facts";
import { heldTime } from "@/lib/engine/state/limits";
import type { DraftMessage } from "@/lib/protocol/messages";
import { isSettled } from "./attempts";
import { openHold } from "./decisions";
import { noticeFault } from "./injected-faults";
import {
  type AnyRecord,
  type AttemptEnd,
  type AttemptRecord,
  type Block,
  type CallRecord,
  callRow,
  type DecisionRecord,
  decisionRow,
  type ModelRecord,
  modelRow,
  type NoticeFact,
  type NoticeRecord,
  noticeRow,
  type Timeline,
  type TurnRecord,
  turnRow,
} from "./records";

function touch(record: AnyRecord, fact: Fact): void {
  if (record.facts.at(-1) !== fact) record.facts.push(fact);
  record.block.version += 1;
}

/** Blocks of a turn follow each other without a break: a block after an unrelated one stays outside the turn. */
function blockOf(timeline: Timeline, root: string, fact: Fact): Block {
  const newest = timeline.turns.at(-1);
  const last = timeline.blocks.at(-1);
  const goesOn = newest && (last === newest.block || last?.turn === newest);
  const isOf = fact.type !== "turn.started" && newest && (!newest.end || fact.turn_id === newest.turnId);
  return {
    root,
    index: timeline.blocks.length,
    turn: goesOn && isOf ? newest : null,
    version: 0,
  };
}

function start(timeline: Timeline, id: string, from: { fact: Fact; under?: AnyRecord }) {
  const { fact, under } = from;
  const block = under?.block ?? blockOf(timeline, id, fact);
  block.version += 1;
  return { id, at: fact.at, facts: [fact], block };
}

function add<R extends AnyRecord>(timeline: Timeline, record: R): R {
  timeline.records.set(record.id, record);
  if (record.block.root === record.id) timeline.blocks.push(record.block);
  return record;
}

// Turns

export function startTurn(timeline: Timeline, fact: FactOf<"turn.started">): void {
  const turn: TurnRecord = {
    ...start(timeline, turnRow(fact.turn_id), { fact }),
    kind: "turn",
    turnId: fact.turn_id,
    number: timeline.turns.length + 1,
    message: "",
    toolCalls: 0,
    modelCalls: 0,
  };
  timeline.turns.push(add(timeline, turn));
}

/** The turn a fact belongs to, touched. */
export function turnOf(timeline: Timeline, fact: Fact): TurnRecord | undefined {
  const record = fact.turn_id === undefined ? undefined : timeline.records.get(turnRow(fact.turn_id));
  if (record?.kind !== "turn") return undefined;
  touch(record, fact);
  return record;
}

/** A turn is named by the last thing the user said. */
function nameTurn(timeline: Timeline, fact: Fact, messages: DraftMessage[]): void {
  const last = messages.findLast((message) => message.role === "user");
  const turn = last && turnOf(timeline, fact);
  if (turn) turn.message = textOf(last);
}

function textOf(message: DraftMessage): string {
  if (typeof message.content === "string") return message.content;
  return (message.content ?? []).map((part) => part.text ?? `[${part.type}]`).join(" ");
}

/** A tool message is what the model reads of a call. */
export function noteMessage(timeline: Timeline, fact: FactOf<"message.new">): void {
  const { message } = fact;
  if (message.role === "tool" && message.tool_call_id !== undefined) {
    const call = onCall(timeline, { ...fact, tool_call_id: message.tool_call_id }, fact);
    // A later use of the same id was refused: what the model reads of that one is not this call's outcome (D26).
    if (call && !call.message) call.message = fact;
  }
}

// Calls

const attemptOf = ({ attempt, at }: FactOf<"llm.call.requested" | "tool.call.requested">): AttemptRecord => ({
  attempt,
  requestedAt: at,
  heldMs: 0,
});

export function requestModel(timeline: Timeline, fact: FactOf<"llm.call.requested">): void {
  const known = onModel(timeline, fact);
  if (known) {
    known.attempts.push(attemptOf(fact));
    return;
  }
  const turn = turnOf(timeline, fact);
  if (turn) turn.modelCalls += 1;
  add<ModelRecord>(timeline, {
    ...start(timeline, modelRow(fact.call_id), { fact }),
    kind: "model",
    injected: [],
    callId: fact.call_id,
    requested: fact,
    attempts: [attemptOf(fact)],
    decisions: [],
    children: [],
    calls: 0,
    openCalls: 0,
  });
}

export function requestCall(timeline: Timeline, fact: FactOf<"tool.call.requested">): void {
  const known = onCall(timeline, fact);
  if (known) {
    known.attempts.push(attemptOf(fact));
    return;
  }
  const turn = turnOf(timeline, fact);
  if (turn) turn.toolCalls += 1;
  const parent =
    fact.llm_call_id === undefined ? undefined : timeline.records.get(modelRow(fact.llm_call_id));
  const model = parent?.kind === "model" ? parent : undefined;
  const call = add<CallRecord>(timeline, {
    ...start(timeline, callRow(fact.tool_call_id), { fact, under: model }),
    kind: "call",
    injected: [],
    callId: fact.tool_call_id,
    requested: fact,
    attempts: [attemptOf(fact)],
    decisions: [],
    notices: [],
    repeats: 0,
    model,
  });
  if (!model) return;
  model.children.push(call);
  model.calls += 1;
  model.openCalls += 1;
}

type Settling = Partial<Pick<CallRecord, "completed" | "rejected" | "failed">> & Pick<ModelRecord, "voided">;

/** Settles a call, and counts it in its answer: once. */
export function settle(record: CallRecord | ModelRecord, by: Settling): void {
  const open = !isSettled(record);
  Object.assign(record, by);
  if (open && record.kind === "call" && record.model) record.model.openCalls -= 1;
}

/** The tool call a fact is about, touched. `source` is the fact to remember where the first is made up from it. */
export function onCall(
  timeline: Timeline,
  fact: Fact & { tool_call_id: string },
  source: Fact = fact,
): CallRecord | undefined {
  const record = timeline.records.get(callRow(fact.tool_call_id));
  if (record?.kind !== "call") return undefined;
  touch(record, source);
  return record;
}

export function onModel(
  timeline: Timeline,
  fact: Fact & { call_id: string },
  source: Fact = fact,
): ModelRecord | undefined {
  const record = timeline.records.get(modelRow(fact.call_id));
  if (record?.kind !== "model") return undefined;
  touch(record, source);
  return record;
}

/** The call of either kind that a fact names, touched, and the attempt it speaks of (by default the newest). */
export function onAttempt(
  timeline: Timeline,
  fact: FactOf<"attempt.started" | "attempt.failed" | "call.voided">,
): { record: CallRecord | ModelRecord; attempt: AttemptRecord | undefined } | undefined {
  const record = timeline.records.get(fact.kind === "tool_call" ? callRow(fact.id) : modelRow(fact.id));
  if (record?.kind !== "call" && record?.kind !== "model") return undefined;
  touch(record, fact);
  const attempt =
    "attempt" in fact
      ? record.attempts.find((known) => known.attempt === fact.attempt)
      : record.attempts.at(-1);
  return { record, attempt };
}

/** Ends the attempt a fact names (a void: the one that is open). The first end counts. */
export function endAttempt(record: CallRecord | ModelRecord | undefined, end: AttemptEnd): void {
  const attempt = record?.attempts.findLast((known) => !("attempt" in end) || known.attempt === end.attempt);
  if (attempt && !attempt.end) attempt.end = end;
}

// Decisions

function ownerOf(timeline: Timeline, trigger: TriggerRef): ModelRecord | CallRecord | undefined {
  if (trigger.type === "tool.execute" || trigger.type === "tool.finished") {
    const record = timeline.records.get(callRow(trigger.id));
    return record?.kind === "call" ? record : undefined;
  }
  if (trigger.type !== "llm.finished") return undefined;
  const record = timeline.records.get(modelRow(trigger.id));
  return record?.kind === "model" ? record : undefined;
}

export function queueDecision(timeline: Timeline, fact: FactOf<"decision.queued">): void {
  const owner = ownerOf(timeline, fact.trigger);
  if (owner) touch(owner, fact);
  if (fact.trigger.type === "client.messages") nameTurn(timeline, fact, fact.trigger.messages);
  const decision = add<DecisionRecord>(timeline, {
    ...start(timeline, decisionRow(fact.decision_id), { fact, under: owner }),
    kind: "decision",
    injected: [],
    decisionId: fact.decision_id,
    trigger: fact.trigger,
    deliveries: [],
    holds: [],
    logs: [],
    refusals: [],
    owner,
  });
  owner?.decisions.push(decision);
}

/** The decision a fact names, touched together with the call it is about. */
export function onDecision(
  timeline: Timeline,
  fact: Fact & { decision_id?: string },
  source: Fact = fact,
): DecisionRecord | undefined {
  if (fact.decision_id === undefined) return undefined;
  const record = timeline.records.get(decisionRow(fact.decision_id));
  if (record?.kind !== "decision") return undefined;
  touch(record, source);
  if (record.owner) touch(record.owner, source);
  return record;
}

/** Ends a decision's hold: a person released it, or it was dropped. An attempt that starts later has later limits. */
export function endHold(timeline: Timeline, fact: FactOf<"decision.released" | "decision.dropped">): void {
  const decision = onDecision(timeline, fact);
  const hold = openHold(decision);
  if (fact.type === "decision.dropped" && decision) decision.dropped = fact;
  if (!decision || !hold) return;
  if (fact.type === "decision.released") hold.released = fact;
  const { trigger, owner } = decision;
  const attempt =
    trigger.type === "tool.execute"
      ? owner?.attempts.find((known) => known.attempt === trigger.attempt)
      : undefined;
  if (attempt?.started) attempt.heldMs += heldTime(trigger, hold.held, fact);
}

/** A person skipped the rest of a wait. */
export function skipWait(timeline: Timeline, fact: FactOf<"wait.skipped">): void {
  if (fact.kind === "decision") {
    onDecision(timeline, { ...fact, decision_id: fact.id });
    return;
  }
  const record = timeline.records.get(fact.kind === "tool_call" ? callRow(fact.id) : modelRow(fact.id));
  if (record?.kind !== "call" && record?.kind !== "model") return;
  touch(record, fact);
  const newest = record.attempts.at(-1);
  if (newest) newest.skipped = fact;
}

/** Adds an injected fault to the record it was injected into. */
export function noteInjected(timeline: Timeline, fact: FactOf<"fault.injected">): void {
  const { kind, id } = fact;
  if (kind === "tool_call") onCall(timeline, { ...fact, tool_call_id: id }, fact)?.injected.push(fact);
  else if (kind === "llm_call") onModel(timeline, { ...fact, call_id: id }, fact)?.injected.push(fact);
  else onDecision(timeline, { ...fact, decision_id: id }, fact)?.injected.push(fact);
}

// Notices

/** A row of its own: under the call it is about, else at the top level. */
export function notice(timeline: Timeline, fact: NoticeFact, under?: CallRecord | ModelRecord): void {
  const record = add<NoticeRecord>(timeline, {
    ...start(timeline, noticeRow(fact.seq), { fact, under }),
    kind: "notice",
    fact,
    fault: noticeFault({ fact }, under, timeline),
  });
  if (under?.kind === "call") under.notices.push(record);
  if (under?.kind === "model") under.children.push(record);
}
