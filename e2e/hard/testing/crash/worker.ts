/** The HTTP worker of the crash test: does what the plans say, and counts everything that it is asked. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { DecisionRequest } from "../../../../lib/protocol/decision";
import { listen, textOf } from "../peers";
import { ASK_FIRST, type Deed, deedOf, type Plan } from "./plan";

export interface Delivery {
  session: string;
  decision: string;
  attempts: number;
  /** For `tool.execute` only. */
  call?: string;
  attempt?: number;
  /** As sent. */
  proposed: string;
  /** Whether the tool was run; otherwise the delivery was refused or the proposal accepted. */
  ran: boolean;
}

export interface CountingWorker {
  url: string;
  deliveries: Delivery[];
  close: () => void;
}

type Answer = object | "refuse" | "never";

function doDeed(deed: Deed): Answer {
  switch (deed.kind) {
    case "result":
      return { actions: [{ type: "tool.result", result: deed.text }] };
    case "error":
      return { actions: [{ type: "tool.error", error: deed.text, retryable: deed.retryable }] };
    case "ask":
      return { actions: [{ type: "interrupt", reason: "a person first", payload: { then: "settle" } }] };
    case "open":
      return {};
    case "hang":
      return "never";
  }
}

/** Asks the model with the current conversation. */
function askModel({ messages, agent }: DecisionRequest): object {
  const tools = (agent?.tools ?? []).map(({ name, description, input, output }) => ({
    name,
    description: description ?? "",
    input,
    output,
  }));
  return { actions: [{ type: "llm.call", messages, tools }] };
}

/** The worker's answer to everything but `tool.execute`. */
function decide(request: DecisionRequest, plan: Plan | undefined): Answer {
  const { trigger, proposed, attempts } = request;
  switch (trigger.type) {
    case "client.messages": {
      const asks = JSON.stringify(trigger.messages).includes(ASK_FIRST);
      const interrupt = { type: "interrupt", reason: "may I?", payload: { then: "model" } };
      return asks ? { messages: proposed.messages, actions: [interrupt] } : proposed;
    }
    case "interrupt.resumed": {
      const then = JSON.stringify(trigger.payload);
      return then === '{"then":"model"}' ? askModel(request) : proposed;
    }
    case "llm.finished":
      return plan?.flaky && attempts === 0 && trigger.message?.tool_calls ? "refuse" : proposed;
    default:
      return proposed;
  }
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer === "never") return;
  if (answer === "refuse") response.writeHead(503).end();
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

/** `planOf` finds the plan of a call; `heard` is called before the worker acts on a delivery. */
export async function countingWorker(
  plans: Map<string, Plan>,
  heard: (delivery: Delivery) => void,
): Promise<CountingWorker> {
  const deliveries: Delivery[] = [];
  const planOf = (id: string) => plans.get(/^p\d+/.exec(id)?.[0] ?? "");
  const { url, close } = await listen(async (message, response) => {
    const text = await textOf(message).catch(() => null);
    if (text === null) return; // the app was killed while it sent
    const request = JSON.parse(text) as DecisionRequest;
    const { trigger, proposed, session_id: session, decision_id: decision, attempts } = request;
    const own = { session, decision, attempts, proposed: JSON.stringify(proposed) };
    if (trigger.type !== "tool.execute") {
      const spoken = JSON.stringify(request.messages).match(/p\d+ turn/)?.[0] ?? "";
      deliveries.push({ ...own, ran: false });
      heard({ ...own, ran: false });
      reply(response, decide(request, planOf(spoken)));
      return;
    }
    const call = planOf(trigger.id)?.calls.get(trigger.id);
    const ran = call?.proposed === undefined;
    const delivery = { ...own, call: trigger.id, attempt: trigger.attempt, ran };
    deliveries.push(delivery);
    heard(delivery);
    if (call?.delayMs) await sleep(call.delayMs);
    reply(response, ran && call ? doDeed(deedOf(call, trigger.attempt)) : proposed);
  });
  return { url, deliveries, close };
}
