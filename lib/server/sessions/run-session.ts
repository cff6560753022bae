/**
 * Runs one session: takes commands one after another, stores the resulting facts, folds them, notifies the watchers and
 * then starts the work that is due. The engine decides; this only executes. Every fact is stored before it is acted on.
 */
import { type Command, decide } from "@/lib/engine/decide/decide";
import { due, type Work, workKey } from "@/lib/engine/decide/due";
import { requestJson, requestOf } from "@/lib/engine/decide/request";
import type { Refusal } from "@/lib/engine/decide/step";
import type { Fact, LogEntry } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import { evolve } from "@/lib/engine/state/evolve";
import { injectedRule } from "@/lib/engine/state/injected";
import { toolsOf } from "@/lib/engine/state/lineage";
import { commit, initialState, must, type State } from "@/lib/engine/state/state";
import { isRunning, statusOf } from "@/lib/engine/state/status";
import { promptOf, triggerOf } from "@/lib/engine/state/unpack";
import type { Model, ModelRequest } from "@/lib/models/port";
import type { StreamDelta } from "@/lib/protocol/messages";
import type { Verdict } from "@/lib/protocol/verdict";
import type { Checker } from "@/lib/schema/port";
import { askStruck, decideStruck } from "@/lib/server/faults/faults";
import { LostSession, Stopping } from "@/lib/server/http/unavailable";
import type { Clock } from "@/lib/server/process/clock";
import type { SessionHead, Store } from "@/lib/store/port";
import type { DecideContext, Decision, Worker } from "@/lib/tools/port";
import { deltaFrame } from "@/lib/wire/frames";
import type { Hub } from "./hub";

export interface Adapters {
  model: Model;
  worker: Worker;
}

export interface SessionDeps {
  id: string;
  store: Store;
  checker: Checker;
  hub: Hub;
  clock: Clock;
  mint: (prefix: string) => string;
  /** Builds the adapters of the session's workspace; called when the log has been read and again when secrets change. */
  adapters: (state: State) => Adapters;
}

export interface Submitted {
  seq: number;
  refusal: Refusal | null;
}

/** How many facts are read at once. */
const PAGE = 2_000;
const PAGE_BYTES = 4 * 1024 * 1024;

/** The reason for aborting work. Created once, because an abort without a reason creates an error with a stack each time. */
const NOT_WANTED = new Error("The result is no longer needed");

/** Running work. `answered`: it has ended and its answer is being stored. */
interface Flight {
  controller: AbortController;
  answered: boolean;
}

export class SessionRunner {
  readonly #deps: SessionDeps;
  readonly #flying = new Map<string, Flight>();
  #state: State = initialState();
  #adapters: Adapters | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** The number of commands that are not finished; opening counts as one. */
  #busy = 0;
  #wake: { at: number; cancel: () => void } | null = null;
  /** No more work is started and no more commands are accepted. */
  #stopping = false;
  /** Why commands are refused, including those handed in earlier. */
  #closed: Error | null = null;
  /** When it was last used, in milliseconds since the epoch; for eviction. */
  usedAt: number;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.usedAt = deps.clock.now();
  }

  /** Folds the stored log and resumes its unfinished work (D31). Call once, before anything else. */
  async open(): Promise<void> {
    this.#busy += 1;
    try {
      await this.#fold();
      await this.submit({ type: due(this.#state).work.length > 0 ? "restart" : "tick" });
    } finally {
      this.#busy -= 1;
    }
  }

  /** Opens a log that was just copied, with the command that makes it a fork. Call once, before anything else. */
  async fork(command: Command & { type: "fork" }): Promise<Submitted> {
    this.#busy += 1;
    try {
      await this.#fold();
      return await this.submit(command);
    } finally {
      this.#busy -= 1;
    }
  }

  async #fold(): Promise<void> {
    const { store, id } = this.#deps;
    for (;;) {
      const facts = await store.sessions.read(id, { after: this.#state.seq, limit: PAGE, bytes: PAGE_BYTES });
      for (const fact of facts) evolve(this.#state, fact);
      if (facts.length === 0) return;
    }
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  /** No running work and no timer: it can be dropped from memory without loss. */
  get resting(): boolean {
    return this.#busy === 0 && this.#flying.size === 0 && this.#wake === null;
  }

  /** Rebuilds the adapters for work that starts from now on, because a key or secret has changed. */
  renewAdapters(): void {
    this.#adapters = null;
  }

  /** Commands run one after another. The promise settles when the facts are stored and folded. */
  submit(command: Command): Promise<Submitted> {
    if (this.#stopping) return Promise.reject(this.#closed ?? new Stopping());
    this.#busy += 1;
    const run = this.#last.then(() => this.#run(command));
    this.#last = run
      .catch(() => undefined)
      .then(() => {
        this.#busy -= 1;
      });
    return run;
  }

  async #run(command: Command): Promise<Submitted> {
    if (this.#closed) throw this.#closed;
    this.usedAt = this.#deps.clock.now();
    const { facts, refusal, after } = await this.#decide(this.#state, command);
    if (facts.length > 0) await this.#takeForegone(facts, after);
    // It was closed in the meantime, and the checker with it, so the verdicts mean nothing.
    if (this.#closed) throw this.#closed;
    if (facts.length > 0) {
      const { store, hub, id } = this.#deps;
      const appended = await store.sessions.append(id, facts, headOf(after));
      if (!appended.ok) {
        const lost = new LostSession(id);
        this.close(lost);
        throw lost;
      }
      commit(this.#state, after);
      hub.publish(id, facts);
    }
    this.#drive();
    return { seq: this.#state.seq, refusal };
  }

  /**
   * Applies answers that need no call to a worker, so that they are stored together with what led to them. Nothing outside
   * happens for them, so nothing has to be stored first.
   */
  async #takeForegone(facts: Fact[], after: State): Promise<void> {
    for (let next = this.#foregone(after); next; next = this.#foregone(after)) {
      const more = await this.#decide(after, next);
      facts.push(...more.facts);
      commit(after, more.after);
    }
  }

  /** The answer of a worker that accepts every proposal. */
  #foregone(after: State): Command | null {
    const { worker } = this.#using(after);
    if (!worker.takes) return null;
    for (const work of due(after).work) {
      const key = workKey(work);
      // An injected fault has to be stored before it takes effect.
      if (work.kind !== "decide" || this.#flying.has(key) || injectedRule(after, key)) continue;
      const { trigger, proposed } = must(after.decisions.get(work.decision_id), "decision");
      if (!worker.takes({ trigger: trigger.type, hasProposal: hasProposal(proposed) })) continue;
      return { type: "answer", decision_id: work.decision_id, answer: { kind: "proposed" } };
    }
    return null;
  }

  /** Decides, and fetches the verdicts that the engine asks for. */
  async #decide(state: State, command: Command) {
    const { checker, clock, mint } = this.#deps;
    const verdicts = new Map<string, Verdict>();
    for (;;) {
      const decided = decide(state, command, { now: clock.now(), mint, verdicts });
      if (decided.kind === "facts") return decided;
      await Promise.all(
        decided.checks.map(async (request) => verdicts.set(request.key, await checker.check(request))),
      );
    }
  }

  /** Starts the work that is due, aborts work that is no longer needed, and sets the timer. */
  #drive(): void {
    if (this.#stopping) return;
    const { work, wake_at } = due(this.#state);
    const wanted = new Set(work.map(workKey));
    for (const [key, flight] of this.#flying) {
      if (wanted.has(key)) continue;
      this.#flying.delete(key);
      if (!flight.answered) flight.controller.abort(NOT_WANTED);
    }
    for (const item of work) if (!this.#flying.has(workKey(item))) this.#start(item);
    this.#setWake(wake_at);
  }

  /** An earlier timer stays set: its tick finds nothing to do and sets the next one. */
  #setWake(at: number | null): void {
    if (at !== null && this.#wake && this.#wake.at <= at) return;
    this.#wake?.cancel();
    const ring = () => {
      this.#wake = null;
      this.#follow({ type: "tick" });
    };
    this.#wake = at === null ? null : { at, cancel: this.#deps.clock.at(at, ring) };
  }

  #start(work: Work): void {
    const flight: Flight = { controller: new AbortController(), answered: false };
    const { signal } = flight.controller;
    const key = workKey(work);
    this.#flying.set(key, flight);
    const running = work.kind === "decide" ? this.#deliver(work, signal) : this.#ask(work, signal);
    // The key stays reserved until the command has run, because until then the state still asks for this work.
    running
      .then((command) => {
        flight.answered = true;
        if (this.#flying.get(key) === flight) this.#follow(command);
      })
      .catch((error: unknown) => this.#broken(error));
  }

  /** Submits a command whose outcome nobody waits for. */
  #follow(command: Command): void {
    if (this.#stopping) return;
    this.submit(command).catch((error: unknown) => this.#broken(error));
  }

  /** After a bug or a lost store, the session stops here and resumes when it is next opened. */
  #broken(error: unknown): void {
    if (this.#closed) return;
    console.error(`The session ${this.#deps.id} stopped:`, error);
    this.close(error instanceof Error ? error : new Error(String(error)));
  }

  #using(state: State): Adapters {
    this.#adapters ??= this.#deps.adapters(state);
    return this.#adapters;
  }

  async #deliver(work: Work & { kind: "decide" }, signal: AbortSignal): Promise<Command> {
    const { hub, id } = this.#deps;
    const { decision_id } = work;
    const entries: LogEntry[] = [];
    const { worker } = this.#using(this.#state);
    const context: DecideContext = {
      signal,
      onLog: (entry) => entries.push(entry),
      onDelta: (delta) => hub.pass(id, () => deltaFrame({ call_id: decision_id, delta })),
    };
    const asked = { worker, decision: this.#decision(decision_id), context };
    const answer = await decideStruck(this.#struck(work), asked);
    return { type: "answer", decision_id, answer, ...(entries.length > 0 ? { entries } : {}) };
  }

  #struck(work: Work) {
    const { clock, checker } = this.#deps;
    return { state: this.#state, key: workKey(work), clock, checker };
  }

  #decision(decisionId: string): Decision {
    const state = this.#state;
    const { trigger, proposed } = must(state.decisions.get(decisionId), "decision");
    const request = () => requestOf(state, this.#deps.id, decisionId);
    return {
      decision_id: decisionId,
      trigger: triggerOf(state, trigger),
      hasProposal: hasProposal(proposed),
      request,
      json: () => requestJson(request()),
    };
  }

  async #ask(work: Work & { kind: "ask" }, signal: AbortSignal): Promise<Command> {
    const { hub, id } = this.#deps;
    const { call_id, attempt } = work;
    const state = this.#state;
    const { request } = must(state.llm.get(call_id), "model call");
    const { prompt: _, tools: __, ...plain } = request;
    const asked: ModelRequest = {
      ...plain,
      call_id,
      attempt,
      index: state.asks,
      messages: () => promptOf(state, call_id),
      tools: () => toolsOf(state, call_id),
    };
    const context = {
      signal,
      onDelta: (delta: StreamDelta) => hub.pass(id, () => deltaFrame({ call_id, delta })),
    };
    const { model } = this.#using(state);
    const answer = await askStruck(this.#struck(work), { model, request: asked, context });
    return { type: "model", call_id, attempt, answer };
  }

  /**
   * Aborts all running work without recording it; the log says what to resume. Commands that were handed in before
   * are executed and stored; resolves when they are.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake?.cancel();
    this.#wake = null;
    for (const { controller } of this.#flying.values()) controller.abort(NOT_WANTED);
    this.#flying.clear();
    await this.#last;
  }

  /** Like `stop`, but commands that are not decided yet fail with `why`, and the session's streams end. */
  close(why: Error = new Stopping()): void {
    this.#closed ??= why;
    void this.stop();
    this.#deps.hub.end(this.#deps.id);
  }

  get closed(): boolean {
    return this.#stopping;
  }
}

const hasProposal = (proposed: PackedResponse | undefined): boolean =>
  (proposed?.actions?.length ?? 0) + (proposed?.messages?.add.length ?? 0) > 0;

/** The summary that the store keeps with the log. */
export function headOf(state: State): SessionHead {
  const { workspace, workspace_id } = must(state.settings, "session");
  const status = statusOf(state);
  return {
    name: workspace.name,
    workspace_id: workspace_id ?? null,
    running: isRunning(status),
    status,
    origin: state.origin,
  };
}
