/** A short label of what a fork changes, to distinguish it in lists. */

import type { Fact, ForkedOf } from "@/lib/engine/log/facts";
import type { DecisionResponse } from "@/lib/protocol/actions";
import type { LlmResponse } from "@/lib/protocol/messages";
import type { ForkPoint, Outcome } from "./fork-log";

/** Characters of what is given that are kept. */
const SHORT = 80;

/** Undefined for the start of the log: then all of it runs again. */
export function forkLabel(facts: readonly Fact[], point: ForkPoint): ForkedOf | undefined {
  switch (point.at) {
    case "start":
      return undefined;
    case "call": {
      const { id, attempt, outcome } = point;
      return {
        kind: "call",
        id,
        name: toolOf(facts, id),
        attempt,
        ...(outcome && givenText(outcomeText(outcome))),
      };
    }
    case "model": {
      const { call_id: id, attempt, response } = point;
      return {
        kind: "model",
        id,
        name: modelOf(facts, id),
        attempt,
        ...(response && givenText(answerText(response))),
      };
    }
    case "decision": {
      const { decision_id: id, response } = point;
      return {
        kind: "decision",
        id,
        name: triggerOf(facts, id),
        ...(response && givenText(responseText(response))),
      };
    }
  }
}

/** One line, never cut within a character. */
function givenText(text: string): { to: string } {
  const line = text
    .slice(0, SHORT * 4)
    .replace(/\s+/g, " ")
    .trim();
  return { to: line.slice(0, SHORT).replace(/[\ud800-\udbff]$/, "") };
}

const jsonOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "null");

const outcomeText = (outcome: Outcome): string =>
  "result" in outcome ? jsonOf(outcome.result) : `error: ${outcome.error}`;

function answerText({ tool_calls = [], content }: LlmResponse): string {
  if (tool_calls.length === 0) return content ?? "";
  return tool_calls.map((call) => `${call.function.name}(${call.function.arguments})`).join(", ");
}

const responseText = ({ actions = [] }: DecisionResponse): string =>
  actions.map(({ type }) => type).join(", ") || "no action";

function toolOf(facts: readonly Fact[], id: string): string {
  const asked = facts.find((fact) => fact.type === "tool.call.requested" && fact.tool_call_id === id);
  return asked?.type === "tool.call.requested" ? asked.name : "";
}

function modelOf(facts: readonly Fact[], id: string): string {
  const asked = facts.find((fact) => fact.type === "llm.call.requested" && fact.call_id === id);
  return asked?.type === "llm.call.requested" ? (asked.request?.model ?? "") : "";
}

function triggerOf(facts: readonly Fact[], id: string): string {
  const queued = facts.find((fact) => fact.type === "decision.queued" && fact.decision_id === id);
  return queued?.type === "decision.queued" ? queued.trigger.type : "";
}
