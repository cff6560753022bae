/** What the faults on purpose need of the session they strike: its time limits, its schemas, the clock. */

import type { ModelOutcome, WorkerOutcome } from "@/lib/engine/log/outcomes";
import { injectedRule } from "@/lib/engine/state/injected";
import { checkedSchema, findTool } from "@/lib/engine/state/lineage";
import { must, type State } from "@/lib/engine/state/state";
import { printJson } from "@/lib/json/print";
import type { AskContext, Model, ModelRequest } from "@/lib/models/port";
import type { CheckRequest } from "@/lib/protocol/verdict";
import type { Checker } from "@/lib/schema/port";
import type { Clock } from "@/lib/server/process/clock";
import { sleeper } from "@/lib/server/process/sleep";
import type { DecideContext, Decision, Worker } from "@/lib/tools/port";
import { askFaulty } from "./faulty-model";
import { decideFaulty } from "./faulty-worker";

interface Struck {
  state: State;
  /** Of the work: its key. */
  key: string;
  clock: Clock;
  checker: Checker;
}

async function counterexample(
  { state, checker }: Struck,
  schema: CheckRequest["schema"],
  direction: CheckRequest["direction"],
): Promise<string | null> {
  if (schema.kind !== "text") return null;
  const formats = state.settings?.workspace.formats ?? "dialect";
  return checker.counterexample({ schema: schema.text, direction, formats });
}

/** When the running attempt of the call that a decision runs has no time left, in milliseconds from now. */
function timeLeft({ state, clock }: Struck, { trigger }: Decision): number {
  if (trigger.type !== "tool.execute") return 0;
  const { progress, total_deadline_at } = must(state.tools.get(trigger.id), "tool call");
  if (progress.status !== "pending" || progress.attempt !== trigger.attempt) return 0;
  const own = progress.deadline_at;
  const limits = [own, total_deadline_at].filter((limit) => limit !== undefined);
  return limits.length === 0 ? 0 : Math.max(0, Math.min(...limits) - clock.now());
}

/** Asks the worker: as the fault has it that struck this delivery, or just so. */
export function decideStruck(
  struck: Struck,
  asked: { worker: Worker; decision: Decision; context: DecideContext },
): Promise<WorkerOutcome> {
  const { state, key, clock } = struck;
  const { worker, decision, context } = asked;
  const rule = injectedRule(state, key);
  if (!rule || rule.at === "model") return worker.decide(decision, context);
  const brokenResult = () => {
    const { trigger } = decision;
    const call = trigger.type === "tool.execute" ? state.tools.get(trigger.id) : undefined;
    if (!call) return Promise.resolve(null);
    const from = { llmCallId: call.llm_call_id, name: call.name };
    return counterexample(struck, checkedSchema(state, from, "output"), "output");
  };
  const tools = {
    sleep: sleeper(clock),
    timeLeft: () => timeLeft(struck, decision),
    brokenResult,
  };
  return decideFaulty(rule.what, tools, asked);
}

/** Asks the model: as the fault has it that struck this attempt, or just so. */
export function askStruck(
  struck: Struck,
  asked: { model: Model; request: ModelRequest; context: AskContext },
): Promise<ModelOutcome> {
  const { state, key, clock } = struck;
  const { model, request, context } = asked;
  const rule = injectedRule(state, key);
  if (rule?.at !== "model") return model.ask(request, context);
  const brokenArguments = (name: string) => {
    const tool = findTool(state, request.call_id, name);
    if (!tool) return Promise.resolve(null);
    const text = tool.inputText ?? (tool.input === undefined ? null : printJson(tool.input));
    return counterexample(struck, text === null ? { kind: "none" } : { kind: "text", text }, "input");
  };
  return askFaulty(rule.what, { ...asked, tools: { sleep: sleeper(clock), brokenArguments } });
}
