/**
 * A real session on a simulated clock beside the watcher's book. Each command is decided twice on a frozen state, its
 * facts are stored as JSON, read by the watcher and folded; then both are compared.
 */
import type { AgentRetry, RetryOverride } from "../../../protocol/policy";
import { equalJson } from "../../../util/equal";
import { type Command, type Decided, decide } from "../../decide";
import { due, workKey } from "../../due";
import { evolve } from "../../evolve";
import type { DeliveryPolicy, Fact } from "../../facts";
import { requestJson } from "../../request";
import { commit, initialState, type State } from "../../state";
import { statusOf, waitsOf } from "../../status";
import type { Env, RefusalReason } from "../../step";
import { listed, TestSession } from "../session";
import { actionsOf, expectEffects } from "./actions";
import type { Book, Predicted } from "./book";
import { checkSmall, toolsWith } from "./checker";
import { claim } from "./claim";
import { RECORDS, watch } from "./watch";

export interface World {
  parallel: number;
  modelCalls: number;
  delivery: DeliveryPolicy;
  agent: AgentRetry;
  tools: (RetryOverride | undefined)[];
  /** Folds the whole log anew after each command, not only now and then. */
  thorough: boolean;
}

/** What was reached over all runs. */
export const reached = new Map<string, number>();
const reach = (what: string): void => void reached.set(what, (reached.get(what) ?? 0) + 1);

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}

/** Freezes what a step has put into the state; the sets and maps themselves are compared instead. */
function freezeNew(state: State, facts: readonly Fact[]): void {
  const ids = new Set(facts.flatMap((fact) => namedBy(fact)));
  for (const id of [...ids, ...state.openTools, ...state.openLlm, ...state.openDecisions]) {
    for (const map of [state.decisions, state.tools, state.llm, state.nodes, state.pastInterrupts])
      freeze(map.get(id));
  }
  for (const fact of facts) freeze(fact);
  const { settings, turn, modelCalls, lastTurn, interrupt, agents } = state;
  for (const member of [settings, turn, modelCalls, lastTurn, interrupt, agents]) freeze(member);
}

/** The ids of what a fact is about. */
const namedBy = (fact: Fact): string[] =>
  ["decision_id", "tool_call_id", "call_id", "id", "interrupt_id"]
    .flatMap((field) => (fact as Record<string, unknown>)[field]?.toString() ?? [])
    .concat(fact.type === "message.new" ? fact.message.id : []);

const print = (state: State): string =>
  [state.seq, state.at, state.head, state.asks, state.turn?.id, state.interrupt?.id, state.cancelled]
    .concat(state.modelCalls.made, state.agents.length, state.openTools, state.openLlm, state.openDecisions)
    .join();

/**
 * Decides on two states that must be the same: one folded from what is stored, one that took over each step's own. Both
 * must agree, and neither may be written into.
 */
class Twins {
  /** As a server keeps it: what a step has become is taken over, nothing is folded again. */
  kept: State = initialState();

  readonly decide: typeof decide = (state, command, env) => {
    const before = print(state);
    const ids: string[] = [];
    const mint = (prefix: string): string => {
      const id = env.mint(prefix);
      ids.push(id);
      return id;
    };
    const first = decide(state, command, { ...env, mint });
    claim(before === print(state), "decide writes into the state it is given", command);
    const again: Env = { ...env, mint: () => ids.shift() ?? "one id more" };
    const second = decide(this.kept, command, again);
    claim(plain(first) === plain(second), "the same command is decided in two ways", command, first, second);
    claim(before === print(this.kept), "decide writes into the state it is given", command);
    if (second.kind === "facts" && second.facts.length > 0) commit(this.kept, second.after);
    return first;
  };
}

const plain = (decided: Decided): string =>
  JSON.stringify(decided.kind === "facts" ? { ...decided, after: 0 } : decided);

export class Rig {
  readonly session: TestSession;
  readonly book: Book;
  readonly #thorough: boolean;
  readonly #twins = new Twins();

  constructor(world: World, book: Book) {
    const { parallel, modelCalls, delivery, agent, tools } = world;
    this.book = book;
    this.#thorough = world.thorough;
    this.session = new TestSession({
      check: checkSmall,
      decide: this.#twins.decide,
      tools: toolsWith(tools),
      agent: { retry: agent },
      workspace: { parallel, limits: { modelCallsPerTurn: modelCalls } },
      delivery,
    });
    const { log, now } = this.session;
    book.command = {
      type: "create",
      workspace: (log[0] as Fact & { type: "session.created" }).workspace,
      agent: { model: "test" },
      delivery,
    };
    book.now = now;
    for (const fact of log) watch(book, fact);
  }

  get state(): State {
    return this.session.state;
  }

  pass(ms: number): void {
    this.session.now += Math.max(0, ms);
    this.book.now = this.session.now;
  }

  /** One command, with all that must hold of it and after it. */
  do(command: Predicted): void {
    const { book, session } = this;
    const expected = book.predict(command);
    const actions = actionsOf(book, command);
    book.command = command;
    const from = session.log.length;
    const refusal = session.do(command);
    const facts = session.told(from);
    claim((refusal?.reason ?? null) === expected, `the refusal to expect: ${expected}`, refusal, command);
    claim(refusal?.error !== "", "refused without a word");
    for (const fact of facts) {
      watch(book, fact);
      reach(fact.type);
      if (fact.type === "tool.call.errored") reach(`cause: ${fact.cause}`);
      if (fact.type === "input.classified") reach(`verdict: ${fact.verdict.status}`);
      if (fact.type === "turn.completed") reach(`turn: ${fact.outcome}`);
    }
    freezeNew(session.state, facts);
    this.#recorded(command, facts, expected);
    expectEffects(actions, facts, { refused: expected !== null, command });
    this.#agree(expected === null);
    if (!this.#thorough) return;
    this.refold();
    for (const { decision_id } of session.live()) requestJson(session.request(decision_id));
  }

  /** What was refused and would else be lost is on record, once; nothing else happens. */
  #recorded(command: Command, facts: readonly Fact[], refused: RefusalReason | null): void {
    reach(`refusal: ${refused}`);
    if (refused === null) return;
    const effects = facts.filter(({ type }) => !RECORDS.has(type));
    claim(effects.length === 0, "a refused command has an effect", command, effects);
    const records = facts.filter(({ type }) => type === "settle.refused").length;
    if (command.type === "settle") claim(records === (this.book.created ? 1 : 0), "not on record", command);
  }

  /** The engine's view of what is under way is the watcher's. */
  #agree(ticked: boolean): void {
    const { book, state } = this;
    const { work, wake_at } = due(state);
    claim(wake_at === book.wake(), `the clock is to come by at ${book.wake()}, not ${wake_at}`);
    const keys = work.map(workKey).sort();
    claim(keys.join() === book.work().sort().join(), "other work under way", keys, book.work());
    claim(state.seq === book.seq && state.asks === book.asks, "other counts");
    claim(book.stranded() === undefined, "a call goes on whose branch was left", book.stranded());
    if (ticked) {
      claim(!book.overdue(), "something is overdue after the clock came by");
      claim(book.idle() === undefined, "a delivery waits for nothing", book.idle());
    }
    waitsOf(state);
    if (statusOf(state) === "running") claim(work.length > 0 || wake_at !== null, "running, but stuck");
  }

  /** A log read back from the store gives the very same state. */
  refold(): State {
    const stored = JSON.parse(JSON.stringify(this.session.log)) as Fact[];
    const fresh = stored.reduce(evolve, initialState());
    claim(equalJson(listed(fresh), listed(this.state)), "the fold of the log is another state");
    claim(equalJson(listed(fresh), listed(this.#twins.kept)), "the state kept by the server is another");
    return fresh;
  }

  /** The process ends and another one reads the log. */
  restart(): void {
    this.#twins.kept = this.refold();
    this.session.state = this.refold();
    freezeNew(this.session.state, this.session.log);
    this.do({ type: "restart" });
  }
}
