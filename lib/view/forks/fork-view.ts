/** Where one can fork from a row, what may be edited there, and what of the session is reused. */

import { type ForkPoint, forkPlace } from "@/lib/engine/fork/fork-log";
import type { Fact } from "@/lib/engine/log/facts";
import type { State } from "@/lib/engine/state/state";
import type { DecisionResponse } from "@/lib/protocol/actions";
import type { LlmResponse } from "@/lib/protocol/messages";
import { decisionView } from "@/lib/view/inspector/decision-view";
import { attemptOf, count } from "@/lib/view/text/format";
import type {
  AnyRecord,
  AttemptRecord,
  CallRecord,
  DecisionRecord,
  ModelRecord,
} from "@/lib/view/timeline/records";

/** One way to go on differently. */
export interface ForkOffer {
  id: string;
  label: string;
  /** What was recorded, to be edited; null: nothing is edited, asked again unchanged. */
  recorded: { text: string; language: "json" | "raw"; name: string } | null;
  /** The fork for an edited text; a text of JSON comes as its value. */
  point: (edited: unknown) => ForkPoint | { problem: string };
}

const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

export function forkOffers(record: AnyRecord, attempt: number | null, state: State): ForkOffer[] {
  switch (record.kind) {
    case "call":
      return callOffers(record, record.attempts[attempt ?? record.attempts.length - 1]);
    case "model":
      return modelOffers(record, record.attempts[attempt ?? record.attempts.length - 1]);
    case "decision":
      return decisionOffers(record, state);
    default:
      return [];
  }
}

function callOffers(call: CallRecord, attempt: AttemptRecord | undefined): ForkOffer[] {
  if (!attempt) return [];
  const at = { at: "call", id: call.callId, attempt: attempt.attempt } as const;
  const again: ForkOffer = {
    id: "again",
    label: `Make ${attemptOf(attempt.attempt, null)} again`,
    recorded: null,
    point: () => at,
  };
  const outcome: ForkOffer = {
    id: "outcome",
    label: "Another outcome",
    recorded: { text: json(outcomeOf(attempt)), language: "json", name: "Outcome" },
    point: (edited) => (isOutcome(edited) ? { ...at, outcome: edited } : { problem: OUTCOME }),
  };
  return [outcome, ...argumentsOffer(call), again];
}

const OUTCOME = 'An outcome must be {"result": …} or {"error": "…", "retryable": false}';

type Outcome = NonNullable<Extract<ForkPoint, { at: "call" }>["outcome"]>;

function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== "object" || value === null) return false;
  if ("result" in value) return true;
  return (
    "error" in value &&
    typeof value.error === "string" &&
    "retryable" in value &&
    typeof value.retryable === "boolean"
  );
}

/** A result as JSON where it is JSON, so that it can be edited as what it is. */
function outcomeOf({ end }: AttemptRecord): Outcome {
  if (end?.type === "tool.call.completed" || end?.type === "output.rejected")
    return { result: parsed(end.result) };
  if (end?.type === "tool.call.errored") return { error: end.error, retryable: end.retryable };
  return { result: "" };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** Other arguments are another answer of the model that asked for the call. */
function argumentsOffer({ callId, requested, model }: CallRecord): ForkOffer[] {
  const answered = model?.completed;
  const asked = answered?.response.tool_calls ?? [];
  if (!model || !answered || asked.filter(({ id }) => id === callId).length !== 1) return [];
  const withArguments = (argumentsText: string): LlmResponse => ({
    ...answered.response,
    tool_calls: asked.map((one) =>
      one.id === callId ? { ...one, function: { ...one.function, arguments: argumentsText } } : one,
    ),
  });
  return [
    {
      id: "arguments",
      label: "Other arguments",
      recorded: { text: requested.arguments, language: "raw", name: "Arguments as the model sends them" },
      point: (edited) => ({
        at: "model",
        call_id: model.callId,
        attempt: answered.attempt,
        response: withArguments(String(edited)),
      }),
    },
  ];
}

function modelOffers(model: ModelRecord, attempt: AttemptRecord | undefined): ForkOffer[] {
  if (!attempt) return [];
  const at = { at: "model", call_id: model.callId, attempt: attempt.attempt } as const;
  const again: ForkOffer = { id: "again", label: "Ask the model again", recorded: null, point: () => at };
  const { end } = attempt;
  const said: LlmResponse =
    end?.type === "llm.call.completed" ? end.response : { model: "", content: "", finish_reason: "stop" };
  const answer: ForkOffer = {
    id: "answer",
    label: "Another answer",
    recorded: { text: json(said), language: "json", name: "Answer of the model" },
    point: (edited) =>
      typeof edited === "object" && edited !== null && !Array.isArray(edited)
        ? { ...at, response: edited as LlmResponse }
        : { problem: "A model's answer is an object with content, tool_calls or both" },
  };
  return [answer, again];
}

function decisionOffers(decision: DecisionRecord, state: State): ForkOffer[] {
  if (decision.deliveries.length === 0) return [];
  const at = { at: "decision", decision_id: decision.decisionId } as const;
  const view = decisionView(decision, state);
  return [
    {
      id: "response",
      label: "Another answer",
      recorded: {
        text: json(view.returned ?? view.proposed ?? {}),
        language: "json",
        name: "Answer of the worker",
      },
      point: (edited) =>
        typeof edited === "object" && edited !== null && !Array.isArray(edited)
          ? { ...at, response: edited as DecisionResponse }
          : { problem: "A worker's answer is an object with actions, messages or both" },
    },
    { id: "again", label: "Ask the worker again", recorded: null, point: () => at },
  ];
}

/** "Reused: 2 model calls and 1 tool call. From there on everything runs again." */
export function reuseText(facts: readonly Fact[], point: ForkPoint): string {
  const found = forkPlace(facts, point);
  if ("error" in found) return `Cannot fork here: ${found.error}.`;
  if (found.keep === 0) return "Nothing is reused: all messages are sent again, one per turn.";
  const kept = facts.slice(0, found.keep);
  const models = kept.filter(({ type }) => type === "llm.call.completed").length;
  const tools = kept.filter(
    ({ type }) => type === "tool.call.completed" || type === "output.rejected",
  ).length;
  const open = "Unfinished work and everything after it runs again.";
  return `Reused: ${count(models, "answer")} of the model and ${count(tools, "result")} of tools. ${open}`;
}
