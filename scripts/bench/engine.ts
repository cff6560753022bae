/** Our loop in memory: drives the engine as the server does, with checks in this thread. */
import { agentFrom } from "@/lib/engine/decide/agent-from";
import { type Command, type Decided, decide } from "@/lib/engine/decide/decide";
import { due, type Work, workKey } from "@/lib/engine/decide/due";
import { requestJson, requestOf } from "@/lib/engine/decide/request";
import type { Fact } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import { LOCAL_DELIVERY } from "@/lib/engine/log/policy";
import { toolsOf } from "@/lib/engine/state/lineage";
import { commit, initialState, must, type State } from "@/lib/engine/state/state";
import { promptOf, triggerOf } from "@/lib/engine/state/unpack";
import type { Verdict } from "@/lib/protocol/verdict";
import { checkNow } from "@/lib/schema/verdict/check";
import { mintId } from "@/lib/server/process/ids";
import type { Bench } from "./workspace";

const SIGNAL = new AbortController().signal;

const hasProposal = (proposed: PackedResponse | undefined): boolean =>
  (proposed?.actions ?? []).length + (proposed?.messages?.add ?? []).length > 0;

/** Runs one session to the end of its turn. `keep` gets each fact, in order. Gives the state it ended in. */
export function runInMemory(bench: Bench, keep: (fact: Fact) => void): Promise<State> {
  const session = new MemorySession(bench, keep);
  return new Promise((resolve, reject) => session.run({ resolve, reject }));
}

class MemorySession {
  readonly #bench: Bench;
  readonly #keep: (fact: Fact) => void;
  readonly #state: State = initialState();
  readonly #flying = new Set<string>();
  #end: { resolve: (state: State) => void; reject: (error: unknown) => void } | null = null;

  constructor(bench: Bench, keep: (fact: Fact) => void) {
    this.#bench = bench;
    this.#keep = keep;
  }

  run(end: { resolve: (state: State) => void; reject: (error: unknown) => void }): void {
    this.#end = end;
    const { workspace } = this.#bench;
    this.#do({ type: "create", workspace, agent: agentFrom(workspace), delivery: LOCAL_DELIVERY });
    this.#do({ type: "message", text: "go" });
  }

  /**
   * As in the server: answers that need no question are applied together with their cause, then the overlay becomes
   * the state.
   */
  #do(command: Command): void {
    const { facts, after } = this.#decide(this.#state, command);
    for (let next = this.#foregone(after); next; next = this.#foregone(after)) {
      const more = this.#decide(after, next);
      facts.push(...more.facts);
      commit(after, more.after);
    }
    commit(this.#state, after);
    for (const fact of facts) this.#keep(fact);
    this.#drive();
  }

  #foregone(after: State): Command | null {
    const { worker } = this.#bench;
    for (const work of due(after).work) {
      if (work.kind !== "decide" || this.#flying.has(workKey(work))) continue;
      const { trigger, proposed } = must(after.decisions.get(work.decision_id), "decision");
      if (!worker.takes?.({ trigger: trigger.type, hasProposal: hasProposal(proposed) })) continue;
      return { type: "answer", decision_id: work.decision_id, answer: { kind: "proposed" } };
    }
    return null;
  }

  #decide(state: State, command: Command): Decided & { kind: "facts" } {
    const verdicts = new Map<string, Verdict>();
    for (;;) {
      const decided = decide(state, command, { now: Date.now(), mint: mintId, verdicts });
      if (decided.kind === "facts") {
        if (decided.refusal) throw new Error(decided.refusal.error);
        return decided;
      }
      for (const request of decided.checks) verdicts.set(request.key, checkNow(request));
    }
  }

  #drive(): void {
    const { work } = due(this.#state);
    const wanted = new Set(work.map(workKey));
    for (const key of this.#flying) if (!wanted.has(key)) this.#flying.delete(key);
    for (const item of work) if (!this.#flying.has(workKey(item))) this.#start(item);
    if (this.#flying.size === 0 && this.#state.lastTurn) this.#end?.resolve(this.#state);
  }

  #start(work: Work): void {
    this.#flying.add(workKey(work));
    const running = work.kind === "decide" ? this.#deliver(work.decision_id) : this.#ask(work);
    running.then((command) => this.#do(command)).catch((error: unknown) => this.#end?.reject(error));
  }

  async #deliver(decisionId: string): Promise<Command> {
    const state = this.#state;
    const { trigger, proposed } = must(state.decisions.get(decisionId), "decision");
    const request = () => requestOf(state, "ses_bench", decisionId);
    const decision = {
      decision_id: decisionId,
      trigger: triggerOf(state, trigger),
      hasProposal: hasProposal(proposed),
      request,
      json: () => requestJson(request()),
    };
    const context = { signal: SIGNAL, onLog: () => {}, onDelta: () => {} };
    const answer = await this.#bench.worker.decide(decision, context);
    return { type: "answer", decision_id: decisionId, answer };
  }

  async #ask({ call_id, attempt }: Work & { kind: "ask" }): Promise<Command> {
    const state = this.#state;
    const { prompt: _, tools: __, ...plain } = must(state.llm.get(call_id), "model call").request;
    const request = {
      ...plain,
      call_id,
      attempt,
      index: state.asks,
      messages: () => promptOf(state, call_id),
      tools: () => toolsOf(state, call_id),
    };
    const answer = await this.#bench.model.ask(request, { signal: SIGNAL, onDelta: () => {} });
    return { type: "model", call_id, attempt, answer };
  }
}
