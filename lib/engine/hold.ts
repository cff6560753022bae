/** Which decisions are kept back for a person: those that meet a breakpoint, or the next one of who goes step by step. */
import type { Breakpoint } from "../protocol/breakpoint";
import { never } from "../util/never";
import type { HeldBy } from "./facts";
import type { PackedResponse } from "./packed";
import type { DecisionState, State, ToolCallState } from "./state";

/** The tool call a decision is about. */
function callOf(state: State, { trigger }: DecisionState): ToolCallState | undefined {
  const about = trigger.type === "tool.execute" || trigger.type === "tool.finished";
  return about ? state.tools.get(trigger.id) : undefined;
}

function meets(breakpoint: Breakpoint, decision: DecisionState, facts: Met): boolean {
  const { trigger } = decision;
  const { call, response } = facts;
  switch (breakpoint.on) {
    case "decision":
      return true;
    case "tool":
      return call?.name === breakpoint.name;
    case "verdict":
      return trigger.type === "tool.execute" && verdictOf(call) === breakpoint.verdict;
    case "output rejected":
      return trigger.type === "tool.finished" && call?.rejected === true;
    case "retry":
      return trigger.type === "tool.execute" && trigger.attempt > 0;
    case "turn end":
      return (response.actions ?? []).some((action) => action.type === "done");
    default:
      return never(breakpoint, "breakpoint");
  }
}

interface Met {
  call: ToolCallState | undefined;
  response: PackedResponse;
}

/** A name that nobody declared goes before what its arguments are. */
const verdictOf = (call: ToolCallState | undefined) =>
  call?.declared === "no" ? "unknown tool" : call?.verdict?.status;

/** `response`: the proposal before a decision goes out, the answer once it has come. Null: it is not held. */
export function holdReason(state: State, decision: DecisionState, response: PackedResponse): HeldBy | null {
  if (state.stepping) return { step: true };
  const met = { call: callOf(state, decision), response };
  const breakpoint = state.breakpoints.find((one) => meets(one, decision, met));
  return breakpoint ? { breakpoint } : null;
}
