/**
 * A session for tests, run by hand or by itself on simulated time.
 *
 * By hand: `session.do(command)` decides, stores and folds. By itself: `session.run({ model, worker })` does what is
 * due, with answers that may take simulated time, until nothing is due any more. Every fact is written and read back as
 * JSON, and the folded state is compared with a fold from empty at the end of each run.
 */

import { expect } from "vitest";
import type { Settle } from "@/lib/engine/decide/calls";
import { type Command, type Decided, decide } from "@/lib/engine/decide/decide";
import { due, type Work, workKey } from "@/lib/engine/decide/due";
import { requestOf } from "@/lib/engine/decide/request";
import type { Refusal } from "@/lib/engine/decide/step";
import type { DeliveryPolicy, Fact, FactBody, FactOf, FactType } from "@/lib/engine/log/facts";
import type { ModelOutcome, WorkerOutcome } from "@/lib/engine/log/outcomes";
import { deliveryFor, LOCAL_DELIVERY } from "@/lib/engine/log/policy";
import { evolve } from "@/lib/engine/state/evolve";
import { commit, initialState, type State } from "@/lib/engine/state/state";
import { promptOf, unpackMessage } from "@/lib/engine/state/unpack";
import type { Action, DecisionResponse, ToolResultAction } from "../../protocol/actions";
import type { AgentConfig } from "../../protocol/agent";
import type { DecisionRequest, Trigger } from "../../protocol/decision";
import type { DraftMessage } from "../../protocol/messages";
import type { CheckRequest, Verdict } from "../../protocol/verdict";
import type { Workspace } from "../../protocol/workspace";
import { check } from "./check";

export type AgentTool = NonNullable<AgentConfig["tools"]>[number];

export const REMOTE_DELIVERY = deliveryFor({ worker: { kind: "http", url: "http://worker.example" } });

/** An answer and how long it takes, in ms; null never comes. */
export type After<T> = { after?: number; give: T | null };

export type WorkerFn = (request: DecisionRequest) => DecisionResponse | After<WorkerOutcome>;
export type ModelFn = (ask: {
  messages: DraftMessage[];
  index: number;
  attempt: number;
}) => After<ModelOutcome>;

export interface Script {
  /** Answers in order; a function for anything else. */
  model?: (ModelOutcome | After<ModelOutcome>)[] | ModelFn;
  /** Default: takes every proposal and answers clean executions with `ok`. */
  worker?: WorkerFn;
  /** What happens at a given time (ms from the run's start), whatever else goes on. */
  at?: Record<number, (session: TestSession) => void>;
  /** Stop at this simulated time (ms from the run's start). */
  until?: number;
}

const START = Date.UTC(2026, 0, 1);

/** A model answer with calls: `[name, raw arguments, id?]` each. */
export const calls = (...list: [name: string, raw: string, id?: string][]): ModelOutcome => ({
  ok: true,
  response: {
    model: "test",
    tool_calls: list.map(([name, raw, id], n) => ({
      id: id ?? `call_${n + 1}`,
      type: "function",
      function: { name, arguments: raw },
    })),
    finish_reason: "tool_calls",
  },
});

export const says = (content: string, finish_reason = "stop"): ModelOutcome => ({
  ok: true,
  response: { model: "test", content, finish_reason },
});

export const later = <T>(after: number, give: T): After<T> => ({ after, give });
/** No answer comes. */
export const NEVER: After<never> = { give: null };

type TriggerType = Trigger["type"];

export type Delivery<T extends TriggerType> = DecisionRequest & { trigger: Extract<Trigger, { type: T }> };

/** Takes every proposal, and leaves such decisions without an answer. */
export const holding =
  (...types: TriggerType[]): WorkerFn =>
  (request) =>
    types.includes(request.trigger.type) ? NEVER : request.proposed;

const isTimed = <T>(answer: object): answer is After<T> => "give" in answer;

/** The usual worker: proposals are taken, clean executions answered by `run`. */
export const tools =
  (
    run: (
      request: DecisionRequest & { trigger: { type: "tool.execute" } },
    ) => Action | Action[] | After<WorkerOutcome>,
  ): WorkerFn =>
  (request) => {
    const { trigger, proposed } = request;
    if (trigger.type !== "tool.execute" || proposed.actions?.length) return proposed;
    const answer = run({ ...request, trigger });
    if (isTimed<WorkerOutcome>(answer)) return answer;
    return { actions: Array.isArray(answer) ? answer : [answer] };
  };

export const answered = (response: DecisionResponse): WorkerOutcome => ({ kind: "answered", response });
export const result = (value: ToolResultAction["result"]): Action => ({ type: "tool.result", result: value });

/** A piece of work under way: when it answers what; null never comes. */
interface Flight {
  at: number;
  command: Command | null;
}
type Flying = Map<string, Flight>;

interface Setup {
  check?: (request: CheckRequest) => Verdict;
  /** Looks on while the engine decides; default: the engine alone. */
  decide?: typeof decide;
  tools?: (AgentTool & { [key: string]: unknown })[];
  agent?: Partial<Workspace["agent"]>;
  workspace?: Partial<Workspace>;
  remote?: boolean;
  /** Ids are numbered after this one: for a session whose log begins with another's. */
  ids?: number;
  /** How failed deliveries are retried; default: a worker inside this server, or with `remote` one on the network. */
  delivery?: DeliveryPolicy;
}

/** A state with its maps as lists, so that a comparison sees their order too. */
export const listed = (state: State) => ({
  ...state,
  pastInterrupts: [...state.pastInterrupts.entries()],
  nodes: [...state.nodes.entries()],
  askedIn: [...state.askedIn.entries()],
  tools: [...state.tools.entries()],
  llm: [...state.llm.entries()],
  decisions: [...state.decisions.entries()],
  struck: [...state.injected.entries()],
  counts: [...state.counts.entries()],
});

export class TestSession {
  state: State = initialState();
  log: Fact[] = [];
  now = START;
  #ids = 0;
  readonly #check: (request: CheckRequest) => Verdict;
  readonly #engine: typeof decide;

  constructor(setup: Setup = {}) {
    const { tools: list = [], agent = {}, workspace = {}, remote = false } = setup;
    const { delivery = remote ? REMOTE_DELIVERY : LOCAL_DELIVERY } = setup;
    this.#ids = setup.ids ?? 0;
    this.#check = setup.check ?? check;
    this.#engine = setup.decide ?? decide;
    const whole: Workspace = {
      callscope: 1,
      name: "test",
      agent: { model: "test", tools: [], ...agent },
      model: { kind: "scripted" },
      worker: { kind: "tools" },
      ...workspace,
    };
    const config = { ...agent, model: "test", tools: list };
    this.do({
      type: "create",
      workspace: whole,
      agent: config,
      delivery,
    });
  }

  /** Decides, stores and folds. Returns the refusal, if any. */
  do(command: Command): Refusal | null {
    const verdicts = new Map<string, Verdict>();
    let decided: Decided = this.#decide(command, verdicts);
    for (let round = 0; decided.kind === "needs"; round += 1) {
      if (round === 5) throw new Error("decide keeps asking for checks that it has the verdicts of");
      for (const request of decided.checks) verdicts.set(request.key, this.#check(request));
      decided = this.#decide(command, verdicts);
    }
    this.log.push(...(JSON.parse(JSON.stringify(decided.facts)) as Fact[]));
    if (decided.facts.length > 0) commit(this.state, decided.after);
    return decided.refusal;
  }

  #decide(command: Command, verdicts: Map<string, Verdict>): Decided {
    return this.#engine(this.state, command, {
      now: this.now,
      mint: (prefix) => `${prefix}_${++this.#ids}`,
      verdicts,
    });
  }

  message(text = "hello"): Refusal | null {
    return this.do({ type: "message", text });
  }

  answer(decisionId: string, response: DecisionResponse): Refusal | null {
    return this.do({ type: "answer", decision_id: decisionId, answer: answered(response) });
  }

  /** Settles a call from outside any decision; by default a person does. */
  settle(id: string, action: Settle["action"], more: Partial<Settle> = {}): Refusal | null {
    return this.do({ type: "settle", settle: { by: "person", id, action, ...more } });
  }

  resume(payload?: unknown): Refusal | null {
    return this.do({ type: "resume", interrupt_id: this.state.interrupt?.id ?? "none", payload });
  }

  request(decisionId: string): DecisionRequest {
    return requestOf(this.state, "ses_test", decisionId);
  }

  /** The live decisions' requests, in order. */
  live(): DecisionRequest[] {
    return due(this.state)
      .work.filter((work) => work.kind === "decide")
      .map((work) => this.request(work.decision_id));
  }

  /** The one delivery with such a trigger that is out and unanswered; anything else fails the test. */
  out<T extends TriggerType>(type: T): Delivery<T> {
    const found = this.live().filter((request): request is Delivery<T> => request.trigger.type === type);
    expect(found, `live ${type} decisions`).toHaveLength(1);
    return found[0] as Delivery<T>;
  }

  #start(work: Work, script: Script): Flight {
    if (work.kind === "decide") {
      const answer = (script.worker ?? tools(() => result("ok")))(this.request(work.decision_id));
      const timed = isTimed<WorkerOutcome>(answer) ? answer : { give: answered(answer) };
      const command =
        timed.give && ({ type: "answer", decision_id: work.decision_id, answer: timed.give } as const);
      return { at: this.now + (timed.after ?? 0), command };
    }
    const ask = {
      messages: promptOf(this.state, work.call_id),
      index: this.state.asks,
      attempt: work.attempt,
    };
    const { model = [] } = script;
    const given = typeof model === "function" ? model(ask) : model[ask.index];
    if (given === undefined) throw new Error(`the test's model has no answer ${ask.index + 1}`);
    const timed = isTimed<ModelOutcome>(given) ? given : { give: given };
    const { call_id, attempt } = work;
    const command = timed.give && ({ type: "model", call_id, attempt, answer: timed.give } as const);
    return { at: this.now + (timed.after ?? 0), command };
  }

  /** Runs what is due on simulated time until nothing is any more. */
  run(script: Script = {}): this {
    const begin = this.now;
    const end = script.until === undefined ? Number.POSITIVE_INFINITY : begin + script.until;
    const flying: Flying = new Map();
    const planned = Object.entries(script.at ?? {}).map(([at, act]) => ({ at: begin + Number(at), act }));
    for (let guard = 0; guard < 100_000; guard += 1) {
      const wake = this.#launch(flying, script);
      const next = this.#next(flying, planned, wake);
      if (next === null || next.at > end) break;
      this.now = Math.max(this.now, next.at);
      next.act();
    }
    if (Number.isFinite(end)) this.now = end;
    this.verify();
    return this;
  }

  /** Starts what has become due and forgets what nobody waits for any more. Returns when the clock is to wake. */
  #launch(flying: Flying, script: Script): number | null {
    const { work, wake_at } = due(this.state);
    for (const item of work) {
      if (!flying.has(workKey(item))) flying.set(workKey(item), this.#start(item, script));
    }
    const wanted = new Set(work.map(workKey));
    for (const key of flying.keys()) if (!wanted.has(key)) flying.delete(key);
    return wake_at;
  }

  #next(
    flying: Flying,
    planned: { at: number; act: (session: TestSession) => void }[],
    wake: number | null,
  ): { at: number; act: () => void } | null {
    const events: { at: number; act: () => void }[] = [];
    for (const [key, { at, command }] of flying) {
      if (command === null) continue;
      events.push({
        at,
        act: () => {
          flying.delete(key);
          this.do(command);
        },
      });
    }
    for (const plan of planned) {
      events.push({
        at: plan.at,
        act: () => {
          planned.splice(planned.indexOf(plan), 1);
          plan.act(this);
        },
      });
    }
    if (wake !== null) events.push({ at: wake, act: () => void this.do({ type: "tick" }) });
    return events.reduce<{ at: number; act: () => void } | null>((a, b) => (a && a.at <= b.at ? a : b), null);
  }

  /** The live state is the fold of the log. */
  verify(): void {
    const fresh = this.log.reduce(evolve, initialState());
    expect(listed(this.state)).toEqual(listed(fresh));
    expect(this.log.map((fact) => fact.seq)).toEqual(this.log.map((_, index) => index + 1));
  }

  /** Messages, also proposed ones, with their content, wherever the log has it. */
  facts<T extends FactType>(type: T): FactOf<T>[] {
    return this.told().filter((fact): fact is FactOf<T> => fact.type === type);
  }

  /** The log, each message with its content. */
  told(from = 0): Fact[] {
    return this.log.slice(from).map((fact) => {
      if (fact.type === "message.new") {
        const { from: source, ...rest } = fact;
        return { ...rest, message: unpackMessage(this.state, source, fact.message) };
      }
      if (fact.type !== "decision.dispatched" && fact.type !== "decision.held") return fact;
      const messages = fact.proposed?.messages;
      if (!messages) return fact;
      const add = messages.add.map(({ from: source, ...message }) =>
        unpackMessage(this.state, source, message),
      );
      return { ...fact, proposed: { ...fact.proposed, messages: { ...messages, add } } };
    });
  }

  /** The one fact of that type; anything else fails the test. */
  fact<T extends FactType>(type: T): FactOf<T> {
    const found = this.facts(type);
    expect(found, `facts of type ${type}`).toHaveLength(1);
    return found[0] as FactOf<T>;
  }

  types(from = 0): FactBody["type"][] {
    return this.log.slice(from).map((fact) => fact.type);
  }

  /** Texts of the recorded tool messages, in order of recording. */
  toolMessages(): string[] {
    return this.facts("message.new").flatMap(({ message }) =>
      message.role === "tool" ? [String(message.content)] : [],
    );
  }

  /** Seconds from the start of the log to a fact. */
  secs(fact: Fact): number {
    return (fact.at - START) / 1000;
  }
}
