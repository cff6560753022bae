/** Sessions with a known course: what the model says, what each tool does, and how each call must end. */
import type { ScriptedAnswer } from "../../../../lib/protocol/workspace";
import { Random } from "../random";

/** What a tool does in one attempt. `open`: nothing, the test settles the call. `ask`: a person is asked first. */
export type Deed =
  | { kind: "result"; text: string }
  | { kind: "error"; text: string; retryable: boolean }
  | { kind: "hang" }
  | { kind: "open" }
  | { kind: "ask" };

export interface CallPlan {
  id: string;
  tool: string;
  arguments: string;
  /** One for each attempt; the last one applies to all further attempts. */
  deeds: Deed[];
  delayMs: number;
  handler: "worker" | "client";
  /** The engine's own error, which the worker accepts: how its text begins. */
  proposed?: "invalid tool arguments: " | "unknown tool: ";
  /** Its results break the output schema. */
  rejected: boolean;
  retry: { max_attempts: number; backoff_base_secs: number; backoff_max_secs: number };
}

export interface TurnPlan {
  text: string;
  reply: string;
  /** The number of model calls; failed calls that are retried count once. */
  modelCalls: number;
}

export interface Plan {
  name: string;
  worker: "tools" | "script" | "http";
  turns: TurnPlan[];
  calls: Map<string, CallPlan>;
  /** It is cancelled once its log has this many facts; null: it is not cancelled. */
  cancelAt: number | null;
  /** The first delivery of the first model answer is refused with 503. */
  flaky: boolean;
  workspace: object;
}

/** The text of a message whose turn makes the worker ask a person before the model. */
export const ASK_FIRST = "ask first";

export const deedOf = ({ deeds }: CallPlan, attempt: number): Deed =>
  deeds[Math.min(attempt, deeds.length - 1)] ?? { kind: "open" };

const ONCE = { max_attempts: 1, backoff_base_secs: 0, backoff_max_secs: 0 };
const OBJECT = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
const PROMISE = { type: "object", required: ["ok"] };

type Draft = Partial<Omit<CallPlan, "id">> & { deeds: Deed[] };

const result = (id: string): Deed => ({ kind: "result", text: `{"ok":"${id}"}` });
const failure = (id: string, attempt: number, retryable: boolean): Deed => ({
  kind: "error",
  text: `${id} failed in attempt ${attempt + 1}`,
  retryable,
});

function retried(random: Random, least: number): CallPlan["retry"] {
  const max_attempts = random.int(least, least + 2);
  return { max_attempts, backoff_base_secs: random.pick([0.05, 0.1, 0.2, 0.3]), backoff_max_secs: 0.3 };
}

type Maker = (random: Random, id: string) => Draft;

const MAKERS: Record<string, Maker> = {
  quick: (random, id) => ({ deeds: [result(id)], delayMs: random.int(0, 40) }),
  slow: (random, id) => ({ deeds: [result(id)], delayMs: random.int(80, 300) }),
  retried: (random, id) => {
    const failures = random.int(1, 3);
    const deeds = Array.from({ length: failures }, (_, attempt) => failure(id, attempt, true));
    const retry = retried(random, failures + 1);
    return { deeds: [...deeds, result(id)], retry, delayMs: random.int(0, 80) };
  },
  exhausted: (random, id) => {
    const retry = retried(random, 2);
    const deeds = Array.from({ length: retry.max_attempts }, (_, attempt) => failure(id, attempt, true));
    return { deeds, retry, delayMs: random.int(0, 40) };
  },
  refused: (random, id) => ({ deeds: [failure(id, 0, false)], retry: retried(random, 2) }),
  rejected: (random, id) => ({
    deeds: [{ kind: "result", text: `${id} keeps no promise` }],
    rejected: true,
    retry: retried(random, 2),
    delayMs: random.int(0, 40),
  }),
  invalid: (random) => ({
    deeds: [{ kind: "open" }],
    arguments: random.pick(["{}", '{"n":"x"}', '{"n":', "[1]"]),
    proposed: "invalid tool arguments: ",
  }),
  unknown: () => ({ deeds: [{ kind: "open" }], proposed: "unknown tool: " }),
  client: () => ({ deeds: [{ kind: "open" }], handler: "client" }),
  person: () => ({ deeds: [{ kind: "open" }] }),
  hanging: (random, id) => ({ deeds: [{ kind: "hang" }, result(id)], retry: retried(random, 2) }),
  asking: () => ({ deeds: [{ kind: "ask" }] }),
};

const KINDS = ["quick", "slow", "slow", "retried", "retried", "exhausted", "refused", "rejected"];
const EVERYWHERE = [...KINDS, "invalid", "unknown", "client", "person"];
/** A script cannot wait, and only a worker can ask a person. */
const POSSIBLE = {
  tools: [...EVERYWHERE, "hanging"],
  script: EVERYWHERE,
  http: [...EVERYWHERE, "hanging", "asking"],
};

function callPlan(random: Random, id: string, worker: Plan["worker"]): CallPlan {
  const kind = random.pick(POSSIBLE[worker]);
  const draft = MAKERS[kind]?.(random, id) ?? { deeds: [result(id)] };
  const whole = {
    arguments: '{"n":1}',
    delayMs: 0,
    handler: "worker" as const,
    rejected: false,
    retry: ONCE,
  };
  return { ...whole, tool: `${kind}_${id}`, ...draft, id };
}

/** The behaviour of a tool of the workspace that the app itself runs. */
function runnerOf({ deeds, delayMs }: CallPlan): object {
  if (deeds[0]?.kind === "open") return { kind: "person" };
  const rules = deeds.map((deed, attempt) => ({
    ...(attempt < deeds.length - 1 ? { when: { attempt } } : {}),
    then: {
      ...(delayMs > 0 ? { delayMs } : {}),
      ...(deed.kind === "result" ? { result: deed.text } : {}),
      ...(deed.kind === "error" ? { error: { message: deed.text, retryable: deed.retryable } } : {}),
      ...(deed.kind === "hang" ? { hang: true } : {}),
    },
  }));
  return { kind: "responses", rules };
}

const toolOf = (call: CallPlan): object => ({
  name: call.tool,
  input: OBJECT,
  output: PROMISE,
  handler: call.handler,
  retry: { ...call.retry, ...(call.deeds[0]?.kind === "hang" ? { attempt_timeout_secs: 0.4 } : {}) },
  runner: runnerOf(call),
});

function scriptOf(calls: Map<string, CallPlan>): string {
  const deeds = Object.fromEntries([...calls].map(([id, call]) => [id, call.deeds]));
  return `const deeds = ${JSON.stringify(deeds)};
function decide({ trigger, proposed }) {
  if (trigger.type !== "tool.execute" || (proposed.actions ?? []).length > 0) return proposed;
  const all = deeds[trigger.id];
  const deed = all[Math.min(trigger.attempt, all.length - 1)];
  if (deed.kind === "result") return { actions: [{ type: "tool.result", result: deed.text }] };
  if (deed.kind === "error")
    return { actions: [{ type: "tool.error", error: deed.text, retryable: deed.retryable }] };
  return {};
}`;
}

interface Draw {
  random: Random;
  name: string;
  worker: Plan["worker"];
  calls: Map<string, CallPlan>;
  script: ScriptedAnswer[];
}

/** One answer of the model, sometimes after failures that are retried or an answer that is cut off. */
function addAnswer({ random, script }: Draw, answer: ScriptedAnswer): number {
  const pace = () => (random.chance(0.6) ? { delayMs: random.int(10, 150) } : {});
  if (random.chance(0.1)) script.push({ ...pace(), error: { message: "overloaded", retryable: true } });
  const cut = random.chance(0.07);
  if (cut) script.push({ ...pace(), text: "This is cut", stop: "length" });
  script.push({ ...pace(), ...answer });
  return cut ? 2 : 1;
}

function drawTurn(draw: Draw, index: number): TurnPlan {
  const { random, name, worker, calls } = draw;
  let modelCalls = 0;
  for (let round = random.int(1, 3); round > 0; round -= 1) {
    const asked = Array.from({ length: random.int(1, 4) }, () => {
      const call = callPlan(random, `${name}_c${calls.size + 1}`, worker);
      calls.set(call.id, call);
      return call;
    });
    const said = asked.map((call) => ({ id: call.id, name: call.tool, arguments: call.arguments }));
    modelCalls += addAnswer(draw, { calls: said });
  }
  const reply = `${name} has done turn ${index + 1}`;
  modelCalls += addAnswer(draw, { text: reply });
  const asks = worker === "http" && random.chance(0.2);
  return { text: `${name} turn ${index + 1}${asks ? `, ${ASK_FIRST}` : ""}`, reply, modelCalls };
}

/** The plan with this number; `url` is the HTTP worker's. */
export function drawPlan({ seed, number, url }: { seed: number; number: number; url: string }): Plan {
  const random = new Random(seed, number);
  const name = `p${number}`;
  const worker = random.pick(["tools", "script", "http", "http"] as const);
  const draw: Draw = { random, name, worker, calls: new Map(), script: [] };
  const turns = Array.from({ length: random.int(1, 3) }, (_, index) => drawTurn(draw, index));
  const { calls, script } = draw;
  const settings = {
    tools: { kind: "tools" },
    script: { kind: "script", source: scriptOf(calls) },
    http: { kind: "http", url },
  };
  const declared = [...calls.values()].filter(({ proposed }) => proposed !== "unknown tool: ");
  return {
    name,
    worker,
    turns,
    calls,
    cancelAt: random.chance(0.1) ? random.int(5, 60) : null,
    flaky: random.chance(0.1),
    workspace: {
      callscope: 1,
      name,
      agent: {
        model: "scripted",
        retry: { llm: { backoff_base_secs: 0.1, backoff_max_secs: 0.3 } },
        tools: declared.map(toolOf),
      },
      model: { kind: "scripted" },
      script,
      worker: settings[worker],
      ...(random.chance(0.2) ? { parallel: 1 } : {}),
    },
  };
}
