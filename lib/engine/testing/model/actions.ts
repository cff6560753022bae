/** What became of each action of an answer: carried out or on record as refused, one for one. */
import type { Action } from "../../../protocol/actions";
import type { Command } from "../../decide";
import type { Fact, FactType } from "../../facts";
import type { Book } from "./book";
import { claim } from "./claim";

type ActionType = Action["type"];

/** The actions that a command brings to be carried out. */
export function actionsOf(book: Book, command: Command): ActionType[] {
  if (command.type !== "answer") return [];
  const delivery = book.deliveries.get(command.decision_id);
  const { answer } = command;
  if (!delivery || answer.kind === "failed") return [];
  if (answer.kind === "proposed")
    return delivery.at === "out" ? (delivery.proposed?.actions ?? []).map(({ type }) => type) : [];
  const actions = answer.response.actions ?? [];
  const nameless = actions.some(
    (action) => (action.type === "tool.result" || action.type === "tool.error") && !action.id,
  );
  const unreadable = nameless && delivery.trigger.type !== "tool.execute" && delivery.at === "out";
  return unreadable ? [] : actions.map(({ type }) => type);
}

const ENDS: Record<ActionType, readonly FactType[]> = {
  "tool.call": ["tool.call.requested", "call.refused"],
  "tool.result": ["tool.call.completed", "output.rejected", "settle.refused"],
  "tool.error": ["tool.call.errored", "settle.refused"],
  "llm.call": ["llm.call.requested", "session.interrupted", "action.refused"],
  interrupt: ["session.interrupted", "action.refused"],
  done: ["turn.completed", "action.refused"],
  "sub_agent.spawn": ["action.refused"],
  "message.send": ["action.refused"],
};

/** Whether a fact is what became of an action, and not of the clock or of another fact. */
function isEnd(fact: Fact): boolean {
  switch (fact.type) {
    case "tool.call.requested":
      return fact.policy !== undefined;
    case "llm.call.requested":
      return fact.request !== undefined;
    case "tool.call.errored":
      return fact.cause === "worker";
    case "turn.completed":
      return fact.outcome === "done";
    case "tool.call.completed":
    case "output.rejected":
    case "settle.refused":
    case "call.refused":
    case "action.refused":
    case "session.interrupted":
      return true;
    default:
      return false;
  }
}

export function expectEffects(
  actions: ActionType[],
  facts: readonly Fact[],
  { refused, command }: { refused: boolean; command: Command },
): void {
  if (command.type !== "answer") return;
  const ends = facts.filter(isEnd).map(({ type }) => type);
  const fits = actions.every((action, index) => {
    const type = ends[index] ?? "worker.logged";
    return refused
      ? type === (action === "tool.result" || action === "tool.error" ? "settle.refused" : "action.refused")
      : ENDS[action].includes(type);
  });
  claim(fits && ends.length === actions.length, "not each action has one end", actions, ends, command);
}
