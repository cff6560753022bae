/** Decisions as the engine offers them, for tests of workers. */
import type { LogEntry } from "@/lib/engine/log/facts";
import type { DecisionResponse } from "../../protocol/actions";
import type { DecisionRequest, ToolInput, Trigger } from "../../protocol/decision";
import type { DecideContext, Decision } from "../port";

/** A decision on a trigger. The request's JSON holds the raw argument text as `input.value`, as the engine's does. */
export function decisionOn(trigger: Trigger, proposed: DecisionResponse = {}): Decision {
  const request: DecisionRequest = {
    session_id: "ses_1",
    decision_id: "dec_1",
    agent_id: "callscope",
    identity: {},
    trigger,
    proposed,
    state: null,
    agent: {
      model: "scripted",
      tools: [{ name: "get_weather", description: "Get the weather for a city." }],
    },
    calls: [],
    pending_calls: 0,
    messages: [{ id: "msg_1", role: "user", content: "Weather in Tokyo?" }],
    message_tree: {
      nodes: [{ message: { id: "msg_1", role: "user", content: "Weather in Tokyo?" } }],
      head_id: "msg_1",
    },
    ancestry: [],
    attempts: 0,
    deadline: null,
    turn_id: "turn_1",
  };
  return {
    decision_id: "dec_1",
    trigger,
    hasProposal: Object.keys(proposed).length > 0,
    request: () => request,
    json: () => {
      if (trigger.type !== "tool.execute" || trigger.input.status === "malformed")
        return JSON.stringify(request);
      const input = { ...trigger.input, value: "RAW VALUE" };
      const raw = trigger.arguments.trim() === "" ? "{}" : trigger.arguments;
      return JSON.stringify({ ...request, trigger: { ...trigger, input } }).replace('"RAW VALUE"', () => raw);
    },
  };
}

export const sessionStart = (): Decision => decisionOn({ type: "session.start" });

/** `tool.execute` of `get_weather`: valid arguments unless a refused `input` says otherwise. */
export function execute(
  args: string,
  { name = "get_weather", attempt = 0, input }: { name?: string; attempt?: number; input?: ToolInput } = {},
): Decision {
  const valid = (): ToolInput => ({
    status: "valid",
    value: args.trim() === "" ? {} : JSON.parse(args),
  });
  return decisionOn({
    type: "tool.execute",
    id: "call_1",
    name,
    arguments: args,
    input: input ?? valid(),
    attempt,
  });
}

/** What the engine proposes when it refuses the arguments or the tool's name. */
export function refused(decision: Decision, error: string): Decision {
  return decisionOn(decision.trigger, {
    actions: [{ type: "tool.error", id: "call_1", error, retryable: false }],
  });
}

/** A context that collects what is logged and streamed. */
export function listening(signal: AbortSignal = new AbortController().signal): DecideContext & {
  logs: LogEntry[];
} {
  const logs: LogEntry[] = [];
  return { signal, logs, onLog: (entry) => logs.push(entry), onDelta: () => undefined };
}
