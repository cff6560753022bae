/** Which decisions are held for a person: those that match a breakpoint, or the next one when stepping. */

import type { HeldBy } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import { type DecisionState, isOvertaken, type State, type ToolCallState } from "@/lib/engine/state/state";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import { never } from "@/lib/util/never";

/** The parts of a tool call a breakpoint can match. A refused use of an id is not the call of that id. */
interface Call {
  name: string;
  verdict?: string | undefined;
  rejected: boolean;
}

function callOf(state: State, { trigger }: DecisionState): Call | undefined {
  if (trigger.type !== "tool.execute" && trigger.type !== "tool.finished") return undefined;
  if (trigger.type === "tool.finished" && trigger.refused)
    return { name: trigger.refused.name, rejected: false };
  const call = state.tools.get(trigger.id);
  return call && { name: call.name, verdict: verdictOf(call), rejected: call.rejected };
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
      return trigger.type === "tool.execute" && call?.verdict === breakpoint.verdict;
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
  call: Call | undefined;
  response: PackedResponse;
}

/** An undeclared name counts before the verdict on the arguments. */
const verdictOf = ({ declared, verdict }: ToolCallState) =>
  declared === "no" ? "unknown tool" : verdict?.status;

/** Whether anything is to be held at all: nearly never, and then nothing need be looked at. */
export const holdsAny = ({ stepping, breakpoints }: State): boolean => stepping || breakpoints.length > 0;

/**
 * `response`: the proposal before a decision goes out, the answer once it has come. Null: it is not held. One whose
 * attempt is over is never held: nobody waits for it any more.
 */
export function holdReason(state: State, decision: DecisionState, response: PackedResponse): HeldBy | null {
  if (!holdsAny(state) || isOvertaken(state, decision)) return null;
  if (state.stepping) return { step: true };
  const met = { call: callOf(state, decision), response };
  const breakpoint = state.breakpoints.find((one) => meets(one, decision, met));
  return breakpoint ? { breakpoint } : null;
}
