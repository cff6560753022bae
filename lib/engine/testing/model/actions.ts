/** What became of each action of an answer: carried out or on record as refused, one for one. */

import type { Command } from "@/lib/engine/decide/decide";
import type { Fact, FactType } from "@/lib/engine/log/facts";
import type { Action } from "../../../protocol/actions";
import { expectThat } from "./expect-that";
import { reasonToHold, typesOf } from "./holds";
import { isUnreadable, predict } from "./refusals";
import type { ShadowModel } from "./shadow-model";

type ActionType = Action["type"];

const ACTIONS_OF = (response: { actions?: readonly { type: string }[] } | undefined) =>
  typesOf(response) as ActionType[];

/** Those of a release: of the person's answer, of the proposal, or of the answer that was held. */
function released(book: ShadowModel, command: Command & { type: "release" }): ActionType[] {
  const delivery = book.deliveries.get(command.decision_id);
  if (!delivery || predict(book, command) !== null) return [];
  const { how } = command;
  if (how.kind === "edited") return ACTIONS_OF(how.response);
  if (how.kind === "proposal") return ACTIONS_OF(delivery.proposed);
  const { answer } = delivery.held ?? {};
  return answer ? ACTIONS_OF(answer.returned ?? delivery.proposed) : [];
}

function answered(book: ShadowModel, command: Command & { type: "answer" }): ActionType[] {
  const delivery = book.deliveries.get(command.decision_id);
  const { answer } = command;
  if (!delivery || answer.kind === "failed") return [];
  const taken = answer.kind === "proposed";
  const actions = ACTIONS_OF(taken ? delivery.proposed : answer.response);
  if (delivery.at !== "out") return taken ? [] : actions;
  return isUnreadable(book, command) || reasonToHold(book, delivery, actions) ? [] : actions;
}

/** The actions that a command brings to be carried out: not those of an answer that is held. */
export function actionsOf(book: ShadowModel, command: Command): ActionType[] {
  if (command.type === "fork" && command.then) {
    // Its workspace says from then on what is held.
    const recorded = book.breakpoints;
    if (command.workspace) book.breakpoints = command.workspace.breakpoints ?? [];
    const actions = actionsOf(book, command.then);
    book.breakpoints = recorded;
    return actions;
  }
  if (command.type === "release") return released(book, command);
  return command.type === "answer" ? answered(book, command) : [];
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
  const by = command.type === "fork" ? command.then?.type : command.type;
  if (by !== "answer" && by !== "release") return;
  const ends = facts.filter(isEnd).map(({ type }) => type);
  const fits = actions.every((action, index) => {
    const type = ends[index] ?? "worker.logged";
    return refused
      ? type === (action === "tool.result" || action === "tool.error" ? "settle.refused" : "action.refused")
      : ENDS[action].includes(type);
  });
  expectThat(fits && ends.length === actions.length, "not each action has one end", actions, ends, command);
}
