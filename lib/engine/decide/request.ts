/** The decision request as a worker gets it (docs/contract.md#decision-requests). */

import { agentOf, type LlmCallState, must, type State, type ToolCallState } from "@/lib/engine/state/state";
import { chain, triggerOf, unpack } from "@/lib/engine/state/unpack";
import type { Call, DecisionRequest, Trigger } from "@/lib/protocol/decision";
import { isBlank } from "@/lib/util/blank";

const rfc3339 = (at: number): string => new Date(at).toISOString();

/** What the worker learns about an open call of either kind; null if it is settled. */
function openCall(call: ToolCallState | LlmCallState): Omit<Call, "kind"> | null {
  const { id, progress, anchor } = call;
  if (progress.status !== "pending" && progress.status !== "retry_scheduled") return null;
  const { status, attempt } = progress;
  const deadline = status === "pending" ? progress.deadline_at : undefined;
  return {
    id,
    status,
    attempt,
    ...(deadline === undefined ? {} : { deadline: rfc3339(deadline) }),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

function openCalls(state: State): Call[] {
  const calls: Call[] = [];
  for (const id of state.openTools) {
    const call = must(state.tools.get(id), "tool call");
    const open = openCall(call);
    const { name, handler } = call;
    if (open) calls.push({ ...open, kind: "tool_call", name, arguments: call.arguments, handler });
  }
  for (const id of state.openLlm) {
    const open = openCall(must(state.llm.get(id), "model call"));
    if (open) calls.push({ ...open, kind: "llm_call", handler: "server" });
  }
  return calls.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The whole request of one decision. Costs the length of the conversation: build it only for workers that read it. */
export function requestOf(state: State, sessionId: string, decisionId: string): DecisionRequest {
  const decision = must(state.decisions.get(decisionId), "decision");
  const nodes = [...state.nodes.values()].map(({ message, parent_id }) => ({
    message,
    ...(parent_id ? { parent_id } : {}),
  }));
  return {
    session_id: sessionId,
    decision_id: decisionId,
    agent_id: "callscope",
    identity: {},
    trigger: triggerOf(state, decision.trigger),
    proposed: unpack(state, decision.proposed ?? {}),
    state: state.workerState ?? null,
    agent: agentOf(state),
    calls: openCalls(state),
    pending_calls: decision.pending_calls,
    messages: chain(state, state.head),
    message_tree: { nodes, ...(state.head === null ? {} : { head_id: state.head }) },
    ancestry: [],
    attempts: decision.attempts,
    deadline: decision.deadline_at === undefined ? null : rfc3339(decision.deadline_at),
    turn_id: decision.turn_id ?? null,
  };
}

/** JSON of an object with one more member whose JSON is given as text. */
const withMember = (object: object, name: string, json: string): string => {
  const rest = JSON.stringify(object).slice(1, -1);
  return `{${rest}${rest === "" ? "" : ","}${JSON.stringify(name)}:${json}}`;
};

function triggerJson(trigger: Trigger): string {
  if (trigger.type !== "tool.execute" || trigger.input.status === "malformed") return JSON.stringify(trigger);
  const { input, ...rest } = trigger;
  const { value, ...status } = input;
  const argumentsText = isBlank(trigger.arguments) ? "{}" : trigger.arguments;
  const written = value === null ? "null" : argumentsText;
  return withMember(rest, "input", withMember(status, "value", written));
}

/** The request as JSON text, with `input.value` as the raw arguments themselves: no digit is lost (D5). */
export function requestJson(request: DecisionRequest): string {
  const { trigger, ...rest } = request;
  return withMember(rest, "trigger", triggerJson(trigger));
}
