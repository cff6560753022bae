/** Finds out what an injected fault caused. In the log, its effects look like those of a real failure. */
import type { FactOf } from "@/lib/engine/log/facts";
import { changesCalls } from "@/lib/engine/state/injected";
import type { Fault } from "@/lib/protocol/fault";
import { executeOf } from "./attempts";
import {
  type AttemptEnd,
  type AttemptRecord,
  type CallRecord,
  type DecisionRecord,
  type InjectedFault as Injected,
  type ModelRecord,
  modelRow,
  type NoticeRecord,
  type Timeline,
} from "./records";

const newestDelivery = ({ deliveries }: DecisionRecord): number => deliveries.length - 1;

/** The fault that the newest delivery of a decision went out with: its own, or that of the attempt it runs. */
function deliveryFault(decision: DecisionRecord): Injected | null {
  const { injected, owner, decisionId } = decision;
  const newest = newestDelivery(decision);
  const own = injected.findLast(({ attempt }) => attempt === newest);
  if (own || newest > 0 || owner?.kind !== "call") return own ?? null;
  return owner.injected.findLast(({ decision_id }) => decision_id === decisionId) ?? null;
}

/** The fault that an attempt ran under; of a tool's attempt that went out again, the one of the newest delivery. */
export function attemptFault(record: CallRecord | ModelRecord, { attempt }: AttemptRecord): Injected | null {
  const own = record.injected.findLast((fact) => fact.attempt === attempt);
  const decision = record.kind === "call" ? executeOf(record, attempt) : undefined;
  if (!decision) return own ?? null;
  return own && newestDelivery(decision) <= 0 ? own : deliveryFault(decision);
}

/** The fault that holds up what went out at `since` and has not come back `now`; both in milliseconds since the epoch. */
const holdsUp = (fault: Injected | null, { since, now }: { since: number; now: number }): Injected | null => {
  const what = fault?.rule.what;
  if (what?.kind === "silent" || what?.kind === "late") return fault;
  return what?.kind === "slow" && since + what.ms > now ? fault : null;
};

/** The fault because of which the worker or the model has not answered yet. */
export function heldUpBy(record: ModelRecord | DecisionRecord, now: number): Injected | null {
  if (record.kind === "decision") {
    const since = record.deliveries.at(-1)?.dispatched.at;
    return since === undefined ? null : holdsUp(deliveryFault(record), { since, now });
  }
  const newest = record.attempts.at(-1);
  const since = newest?.started?.at ?? record.at;
  return newest ? holdsUp(attemptFault(record, newest), { since, now }) : null;
}

/** The faults injected into a decision's deliveries and into the attempt that it runs. */
export function injectedInDecision({ injected, owner, decisionId }: DecisionRecord): Injected[] {
  const ran = owner?.kind === "call" ? owner.injected : [];
  return [...ran.filter(({ decision_id }) => decision_id === decisionId), ...injected];
}

/** The fault that made the newest delivery of a decision fail. */
export function undeliveredBy(decision: DecisionRecord): Injected | null {
  const fault = decision.deliveries.at(-1)?.errored ? deliveryFault(decision) : null;
  return fault && (KEPT_FROM_WORKER.has(fault.rule.what.kind) || fault.rule.what.kind === "silent")
    ? fault
    : null;
}

/** The fault that caused an attempt's end; null if it ended by itself. */
export function endedBy(record: CallRecord | ModelRecord, attempt: AttemptRecord): Injected | null {
  if (attempt.end?.type === "call.voided") {
    const decision = record.kind === "call" ? executeOf(record, attempt.attempt) : undefined;
    const failed = decision?.deliveries.at(-1)?.errored;
    return decision && failed && failed.due_at === undefined ? undeliveredBy(decision) : null;
  }
  const fault = attemptFault(record, attempt);
  return fault && hasEnded(fault.rule.what, attempt) ? fault : null;
}

const KEPT_FROM_WORKER: ReadonlySet<Fault["kind"]> = new Set(["unreachable", "server error", "broken json"]);
const KEPT_FROM_MODEL: ReadonlySet<Fault["kind"]> = new Set(["rate limited", "overloaded", "stream cut"]);

/** The fault that cut off a result which still passed the output schema. */
export function cutBy(call: CallRecord, attempt: AttemptRecord): Injected | null {
  const fault = attempt.end?.type === "tool.call.completed" ? attemptFault(call, attempt) : null;
  return fault?.rule.what.kind === "cut result" ? fault : null;
}

function hasEnded(what: Fault, attempt: AttemptRecord): boolean {
  const { end } = attempt;
  switch (end?.type) {
    case "output.rejected":
      return what.kind === "broken result" || what.kind === "cut result";
    case "tool.call.errored":
      if (end.cause === "worker") return what.kind === "error";
      return end.cause.endsWith("timeout") && outlasts(what, attempt);
    case "llm.call.errored":
      return end.code === "deadline_exceeded" ? outlasts(what, attempt) : KEPT_FROM_MODEL.has(what.kind);
    default:
      return false;
  }
}

/** Whether the time was over while the fault still held the work up; one that was merely slow may have been too slow anyway. */
function outlasts(what: Fault, { started, end, requestedAt }: AttemptRecord): boolean {
  if (what.kind === "silent" || what.kind === "late") return true;
  return what.kind === "slow" && end !== undefined && (started?.at ?? requestedAt) + what.ms >= end.at;
}

/** The fault of the attempt that brought the model's answer; null without an answer or a fault. */
function replyFault({ injected, completed }: ModelRecord): Injected | null {
  return injected.findLast(({ attempt }) => attempt === completed?.attempt) ?? null;
}

/** Calls of an answer of which the second is known by the first one's id are one: of the last to have it. */
function corruptedCall({ completed }: ModelRecord, { kind }: Fault): string | undefined {
  const calls = completed?.response.tool_calls ?? [];
  return (kind === "cut arguments" ? calls.at(-1) : calls[0])?.id;
}

/** The fault that corrupted a call's name or arguments; null if the model sent them like this. */
export function corruptedBy({ model, callId, classified }: CallRecord): Injected | null {
  const fault = model && replyFault(model);
  if (!model || !fault || corruptedCall(model, fault.rule.what) !== callId) return null;
  switch (fault.rule.what.kind) {
    case "malformed arguments":
    case "unknown tool":
    case "cut arguments":
      return fault;
    case "invalid arguments":
      return classified?.verdict.status === "invalid" ? fault : null;
    default:
      return null;
  }
}

/** The fault that had an answer cut off, or a second call of one id in it. */
function answeredUnder(model: ModelRecord, kind: "cut arguments" | "duplicate ids"): Injected | null {
  const fault = replyFault(model);
  return fault?.rule.what.kind === kind ? fault : null;
}

/** The fault by which a result came too late or once too often. */
function refusedBy(call: CallRecord, { attempt }: FactOf<"settle.refused">): Injected | null {
  const found = call.attempts.find((one) => one.attempt === attempt);
  const fault = found ? attemptFault(call, found) : null;
  if (!found || !fault) return null;
  const { what } = fault.rule;
  return what.kind === "duplicate" || (found.end && hasEnded(what, found)) ? fault : null;
}

/** The faults injected into a call: those of its attempts and the one that corrupted its name or arguments. */
export function injectedIn(call: CallRecord): Injected[] {
  const corrupted = corruptedBy(call);
  return corrupted ? [corrupted, ...call.injected] : call.injected;
}

/** Why an injected fault had no effect, as a sentence; null if it had one or this is not known yet. */
export function noEffectText(
  record: CallRecord | ModelRecord | DecisionRecord,
  { attempt, rule: { what, when } }: Injected,
): string | null {
  if (record.kind === "decision") return null;
  const end = record.attempts.find((one) => one.attempt === attempt)?.end;
  if (!end) return null;
  if (record.kind === "call") return withoutEffect(what, end);
  if (!changesCalls(what)) return null;
  if (end.type !== "llm.call.completed") return "No answer came that it could change.";
  if (!end.response.tool_calls?.length)
    return `The answer had no calls, so nothing changed${when.kind === "nth" ? ", and the rule applies to the next answer with calls" : ""}.`;
  const first = record.children.find((child) => child.kind === "call");
  const accepted = first?.callId === end.response.tool_calls[0]?.id && first?.classified;
  return what.kind === "invalid arguments" && accepted && accepted.verdict.status === "valid"
    ? "No arguments were found that break the input schema, so nothing changed."
    : null;
}

function withoutEffect({ kind }: Fault, end: AttemptEnd): string | null {
  const completed = end.type === "tool.call.completed";
  if (kind === "broken result" && completed)
    return "No result was found that breaks the output schema: the tool ran, and nothing changed.";
  const hasResult = completed || end.type === "output.rejected";
  return (kind === "cut result" || kind === "duplicate") && !hasResult
    ? "No result came that it could change."
    : null;
}

/** The fault behind a call's status: what ended its newest attempt or corrupted its arguments. */
export function blamed(record: CallRecord | ModelRecord): Injected | null {
  const newest = record.attempts.at(-1);
  const corrupted = record.kind === "call" ? corruptedBy(record) : null;
  return (newest && endedBy(record, newest)) ?? corrupted;
}

/** The fault that caused a notice. `under`: the call it belongs to. */
export function noticeFault(
  { fact }: Pick<NoticeRecord, "fact">,
  under: CallRecord | ModelRecord | undefined,
  timeline: Timeline,
): Injected | null {
  switch (fact.type) {
    case "settle.refused":
      return under?.kind === "call" ? refusedBy(under, fact) : null;
    case "call.refused":
      return under?.kind === "model" ? answeredUnder(under, "duplicate ids") : null;
    case "turn.completed":
      return timeline.undelivered;
    case "session.interrupted": {
      const model = failedModel(fact.payload, timeline);
      return model && (blamed(model) ?? answeredUnder(model, "cut arguments"));
    }
    default:
      return null;
  }
}

/** The model call for which the engine proposed to stop: its proposal names it. */
function failedModel(payload: unknown, { records }: Timeline): ModelRecord | null {
  const ref = typeof payload === "object" && payload !== null ? payload : {};
  if (!("type" in ref && ref.type === "llm.failed" && "id" in ref)) return null;
  const record = records.get(modelRow(String(ref.id)));
  return record?.kind === "model" ? record : null;
}

/** Marks a text that would otherwise read as a real failure. */
export const injectedPrefix = (text: string, fault: Injected | null): string =>
  fault ? `injected: ${text}` : text;
