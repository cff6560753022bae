/** The rows of tool calls, model calls and their attempts. */

import { attemptOf, count, excerpt } from "@/lib/view/text/format";
import { findingsText, type Sign, timeoutText, verdictWord } from "@/lib/view/text/labels";
import {
  callDeadline,
  deadlineOf,
  errorText,
  failedWaiting,
  isCut,
  isSettled,
  maxAttempts,
  policyOf,
  proposalOf,
  settledAt,
  waitsFor,
} from "@/lib/view/timeline/attempts";
import { heldDecision } from "@/lib/view/timeline/decisions";
import {
  blamed,
  corruptedBy,
  endedBy,
  injectedIn,
  injectedPrefix,
  noEffectText,
} from "@/lib/view/timeline/injected-faults";
import { injectedChip } from "@/lib/view/timeline/injected-text";
import type { AttemptRecord, CallRecord, ModelRecord } from "@/lib/view/timeline/records";
import { backoffText, heldText, siblingsWait, waitOf } from "@/lib/view/timeline/waits";
import {
  type Chip,
  type RowContent,
  type RowContext,
  type RowStatus,
  type StreamText,
  TEXT_LENGTH,
} from "./row-content";
import { attemptSegments, callSegments } from "./segments";

// Tool calls

/** The status of a call. */
function progressOf(record: CallRecord | ModelRecord, asks: boolean): RowStatus {
  if (record.completed) return "completed";
  if (record.kind === "call" && record.rejected) return "rejected";
  if (record.failed) return "failed";
  if (record.voided) return "voided";
  const attempt = record.attempts.at(-1);
  if (attempt?.end || asks || heldDecision(record)) return "waiting";
  return attempt?.started ? "running" : "queued";
}

/** How an attempt ended, marked if an injected fault caused it. */
const attemptText = (record: CallRecord | ModelRecord, attempt: AttemptRecord): string =>
  injectedPrefix(outcomeText(record, attempt), endedBy(record, attempt));

function outcomeText(record: CallRecord | ModelRecord, attempt: AttemptRecord): string {
  const { end } = attempt;
  if (!end) return "";
  switch (end.type) {
    case "tool.call.completed":
      return end.result === "" ? "empty result" : excerpt(end.result, TEXT_LENGTH);
    case "llm.call.completed":
      return answerText(end.response);
    case "output.rejected":
      return findingsText(end.verdict);
    case "call.voided":
      return end.reason;
    default:
      return excerpt(errorText(end, attempt, policyOf(record)), TEXT_LENGTH);
  }
}

function callText(call: CallRecord, context: RowContext): string {
  if (call.voided) return injectedPrefix(call.voided.reason, blamed(call));
  const held = heldText(call, context.timeline);
  if (held) return held;
  const attempt = call.attempts.at(-1);
  const verdict = call.classified?.verdict;
  if (call.failed && verdict && proposalOf(call) === "taken") {
    const text = call.classified?.declared === "no" ? call.failed.error : findingsText(verdict);
    return injectedPrefix(text, corruptedBy(call));
  }
  if (!attempt?.end) return waitOf(call, context.timeline, context.now) ?? "";
  return endText(call, attempt, context);
}

/** How the newest attempt ended, and what follows. */
function endText(
  record: CallRecord | ModelRecord,
  attempt: AttemptRecord,
  { timeline, now }: RowContext,
): string {
  if (failedWaiting(record)) return timeoutText("total timeout", policyOf(record));
  const text = attemptText(record, attempt);
  const next = isSettled(record) ? null : backoffText(attempt, timeline, now);
  return next ? `${text.replace(/ · retryable$/, "")} · ${next}` : text;
}

function retryChip(record: CallRecord | ModelRecord): Chip | null {
  const newest = record.attempts.at(-1);
  if (record.attempts.length < 2 || !newest) return null;
  const max = maxAttempts(record);
  const of = max === null ? "" : ` of ${Math.max(max, newest.attempt + 1)}`;
  return {
    id: "attempt",
    word: `${newest.attempt + 1}${of}`,
    tone: "mute",
    title: attemptOf(newest.attempt, max),
  };
}

/** From the second time on: the model does the same wrong thing again. */
const loopChip = ({ repeats }: CallRecord): Chip | null =>
  repeats < 2
    ? null
    : {
        id: "loop",
        word: `same finding × ${repeats}`,
        tone: "warn",
        title: "the model broke the same rule at the same place earlier in this turn",
      };

const heldChip = (record: CallRecord | ModelRecord): Chip | null =>
  heldDecision(record)
    ? { id: "held", word: "held", tone: "accent", title: "a person has to release it" }
    : null;

function callChips(call: CallRecord): Chip[] {
  const chips: (Chip | null)[] = [
    retryChip(call),
    injectedChip(injectedIn(call), (fact) => noEffectText(call, fact)),
    heldChip(call),
    loopChip(call),
  ];
  const proposal = proposalOf(call);
  if (proposal === "taken") chips.push({ id: "proposal", word: "proposal taken", tone: "mute" });
  if (proposal === "overridden") {
    const title = "the worker did not take the error that the engine had proposed";
    chips.push({ id: "proposal", word: "proposal overridden", tone: "accent", title });
  }
  if (call.rejected) chips.push({ id: "output", word: "output rejected", tone: "fail" });
  else if (call.failed && proposal !== "taken") chips.push({ id: "failed", word: "failed", tone: "fail" });
  const by = call.completed?.by ?? call.failed?.cause;
  if (by === "person" || by === "client") chips.push({ id: "by", word: `by ${by}`, tone: "accent" });
  if (!call.requested.llm_call_id) {
    chips.push({ id: "origin", word: "worker's call", tone: "mute", title: "no model reply asked for it" });
  }
  const siblings = isSettled(call) ? siblingsWait(call) : null;
  if (siblings) chips.push({ id: "siblings", word: siblings, tone: "mute" });
  if (call.notices.length > 0) {
    chips.push({ id: "late", word: count(call.notices.length, "refusal"), tone: "warn" });
  }
  return chips.filter((chip) => chip !== null);
}

export function callContent(call: CallRecord, context: RowContext): RowContent {
  const waits = waitsFor(call, context.timeline);
  const status = progressOf(call, waits !== null);
  return {
    label: call.requested.name,
    sign: null,
    verdict: verdictWord(call.classified?.verdict, call.classified?.declared),
    status,
    segments: callSegments(call, waits !== null),
    deadline: callDeadline(call),
    chips: callChips(call),
    text: callText(call, context),
    from: call.at,
    to: settledAt(call),
    ...(status === "waiting" ? { note: "waiting" } : status === "queued" ? { note: "queued" } : {}),
  };
}

// Attempts of either kind

function attemptStatus(attempt: AttemptRecord, asks: boolean): RowStatus {
  if (attempt.end) return attempt.end.type.endsWith("completed") ? "completed" : "failed";
  if (asks) return "waiting";
  return attempt.started ? "running" : "queued";
}

const ATTEMPT_SIGNS: Record<"completed" | "failed" | "open" | "queued", Sign> = {
  completed: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  open: { shape: "dotted-ring", tone: "accent" },
  queued: { shape: "dotted-ring", tone: "mute" },
};

function attemptSign(attempt: AttemptRecord, asks: boolean): Sign {
  const status = attemptStatus(attempt, asks);
  if (status === "completed" || status === "failed" || status === "queued") return ATTEMPT_SIGNS[status];
  return ATTEMPT_SIGNS.open;
}

export function attemptContent(
  record: CallRecord | ModelRecord,
  index: number,
  context: RowContext,
): RowContent {
  const attempt = record.attempts[index];
  if (!attempt) throw new Error(`${record.id} has no attempt ${index}`);
  const newest = index === record.attempts.length - 1;
  const asks = newest && record.kind === "call" && waitsFor(record, context.timeline) !== null;
  const next = newest && !isSettled(record) ? backoffText(attempt, context.timeline, context.now) : null;
  const injected = injectedChip(
    record.injected.filter((fact) => fact.attempt === attempt.attempt),
    (fact) => noEffectText(record, fact),
  );
  return {
    label: attemptOf(attempt.attempt, maxAttempts(record)),
    sign: attemptSign(attempt, asks),
    verdict: null,
    status: attemptStatus(attempt, asks),
    segments: attemptSegments(record, attempt, asks),
    deadline: deadlineOf(attempt),
    chips: injected ? [injected] : [],
    text: [attemptText(record, attempt), next].filter(Boolean).join(" · "),
    from: attempt.started?.at ?? attempt.requestedAt,
    to: attempt.end?.at ?? record.voided?.at ?? null,
  };
}

// Model calls

type Answer = { content?: string; tool_calls?: unknown[] };

function answerText({ content, tool_calls }: Answer): string {
  const calls = tool_calls?.length ? count(tool_calls.length, "call") : "";
  const said = content ? excerpt(content, TEXT_LENGTH) : "";
  return [calls, said].filter(Boolean).join(" · ") || "empty answer";
}

function streamText(stream: StreamText | undefined): string {
  if (!stream) return "";
  const call = stream.calls.at(-1);
  if (call) return excerpt(`${call.name} ${call.arguments.slice(-TEXT_LENGTH)}`, TEXT_LENGTH);
  return excerpt((stream.text || stream.reasoning).slice(-TEXT_LENGTH), TEXT_LENGTH);
}

function modelText(model: ModelRecord, context: RowContext): string {
  if (model.voided) return model.voided.reason;
  const held = heldText(model, context.timeline);
  if (held) return held;
  const attempt = model.attempts.at(-1);
  if (!attempt?.end) {
    return (
      streamText(context.streams.get(model.callId)) || (waitOf(model, context.timeline, context.now) ?? "")
    );
  }
  return endText(model, attempt, context);
}

export function modelContent(model: ModelRecord, context: RowContext): RowContent {
  const paused = !isSettled(model) && context.timeline.interrupt !== undefined;
  const status = progressOf(model, paused);
  const chips = [
    retryChip(model),
    injectedChip(model.injected, (fact) => noEffectText(model, fact)),
    heldChip(model),
  ].filter((chip) => chip !== null);
  if (isCut(model))
    chips.push({ id: "cut", word: "cut off", tone: "warn", title: "stopped at the length limit" });
  const bad = status === "failed";
  return {
    label: `model · ${context.timeline.scripted ? "scripted" : model.requested.request?.model || "unnamed"}`,
    sign: bad ? { shape: "cross", tone: "fail" } : { shape: "hollow-diamond", tone: "violet" },
    verdict: null,
    status,
    segments: callSegments(model, paused),
    deadline: callDeadline(model),
    chips,
    text: modelText(model, context),
    from: model.at,
    to: settledAt(model),
    ...(status === "waiting" ? { note: "waiting" } : {}),
  };
}
