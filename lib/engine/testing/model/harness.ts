/**
 * A real session on a simulated clock beside the watcher's book. Each command is decided twice on a frozen state, its
 * facts are stored as JSON, read by the watcher and folded; then both are compared.
 */

import { type Command, type Decided, decide } from "@/lib/engine/decide/decide";
import { due, workKey } from "@/lib/engine/decide/due";
import { requestJson } from "@/lib/engine/decide/request";
import type { Env, RefusalReason } from "@/lib/engine/decide/step";
import type { Fact } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { commit, initialState, type State } from "@/lib/engine/state/state";
import { statusOf, waitsOf } from "@/lib/engine/state/status";
import { equalJson } from "@/lib/json/equal";
import { listed, TestSession } from "../session";
import { actionsOf, expectEffects } from "./actions";
import { checkSmall, toolsWith } from "./checker";
import { expectThat } from "./expect-that";
import { RECORDS, watch } from "./invariants";
import type { World } from "./moves";
import { predict } from "./refusals";
import type { ShadowModel } from "./shadow-model";

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

/** What a fact counts as reached. */
function whatIs(fact: Fact): string[] {
  switch (fact.type) {
    case "tool.call.errored":
      return [fact.type, `cause: ${fact.cause}`];
    case "input.classified":
      return [fact.type, `verdict: ${fact.verdict.status}`];
    case "turn.completed":
      return [fact.type, `turn: ${fact.outcome}`];
    case "decision.held":
      return [fact.type, `held ${fact.answer ? "after" : "before"}: ${heldOn(fact)}`];
    case "decision.released":
      return [fact.type, `let go: ${fact.how}`];
    case "session.forked":
      return [fact.type, `forked: ${fact.origin.edit}`];
    default:
      return [fact.type];
  }
}

const heldOn = ({ why }: Fact & { type: "decision.held" }): string =>
  "step" in why ? "step" : why.breakpoint.on;

/** A log read back from the store. */
const fold = (log: readonly Fact[]): State =>
  (JSON.parse(JSON.stringify(log)) as Fact[]).reduce(evolve, initialState());

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
    expectThat(before === print(state), "decide writes into the state it is given", command);
    const again: Env = { ...env, mint: () => ids.shift() ?? "one id more" };
    const second = decide(this.kept, command, again);
    expectThat(
      plain(first) === plain(second),
      "the same command is decided in two ways",
      command,
      first,
      second,
    );
    expectThat(before === print(this.kept), "decide writes into the state it is given", command);
    if (second.kind === "facts" && second.facts.length > 0) commit(this.kept, second.after);
    return first;
  };
}

const plain = (decided: Decided): string =>
  JSON.stringify(decided.kind === "facts" ? { ...decided, after: 0 } : decided);

/** A command, when it was given, and how long the log was before and after it. */
interface Given {
  command: Command;
  now: number;
  from: number;
  to: number;
}

/** Tells a watcher what a command has brought. A fork's facts go on with those of what it does differently. */
export function tell(book: ShadowModel, command: Command, facts: readonly Fact[]): void {
  book.command = command;
  for (const fact of facts) {
    watch(book, fact);
    if (fact.type === "session.forked" && command.type === "fork" && command.then)
      book.command = command.then;
  }
}

export class Harness {
  readonly world: World;
  readonly session: TestSession;
  book: ShadowModel;
  /** What brought the log forth. */
  given: Given[] = [];
  /** The log, each message with its content. */
  told: Fact[] = [];
  readonly #thorough: boolean;
  readonly #twins = new Twins();

  constructor(world: World, book: ShadowModel) {
    const { parallel, modelCalls, delivery, agent, tools, breakpoints, faults } = world;
    this.world = world;
    this.book = book;
    this.#thorough = world.thorough;
    this.session = new TestSession({
      check: checkSmall,
      decide: this.#twins.decide,
      tools: toolsWith(tools),
      agent: { retry: agent },
      workspace: { parallel, limits: { modelCallsPerTurn: modelCalls }, breakpoints, faults },
      delivery,
    });
    const { log, now } = this.session;
    const { workspace } = log[0] as Fact & { type: "session.created" };
    book.now = now;
    this.#heard({ type: "create", workspace, agent: { model: "test" }, delivery }, 0);
  }

  /** The facts since, as the watcher reads them. */
  #heard(command: Command, from: number): Fact[] {
    const { book, session, given, told } = this;
    const facts = session.told(from);
    if (facts.length > 0) given.push({ command, now: book.now, from, to: session.log.length });
    told.push(...facts);
    tell(book, command, facts);
    return facts;
  }

  /** Goes on as another session: with that log, of which that is told, and a watcher who has read it. */
  become(
    log: readonly Fact[],
    { told, given, book }: { told: Fact[]; given: Given[]; book: ShadowModel },
  ): void {
    this.session.log = [...log];
    this.session.state = fold(log);
    this.#twins.kept = fold(log);
    Object.assign(this, { told, given, book });
    book.now = this.session.now;
    freezeNew(this.session.state, log);
  }

  get state(): State {
    return this.session.state;
  }

  pass(ms: number): void {
    this.session.now += Math.max(0, ms);
    this.book.now = this.session.now;
  }

  /** One command, with all that must hold of it and after it. */
  do(command: Command): Fact[] {
    const { book, session } = this;
    const expected = predict(book, command);
    const actions = actionsOf(book, command);
    const from = session.log.length;
    const refusal = session.do(command);
    expectThat(
      (refusal?.reason ?? null) === expected,
      `the refusal to expect: ${expected}`,
      refusal,
      command,
    );
    expectThat(refusal?.error !== "", "refused without a word");
    const facts = this.#heard(command, from);
    for (const fact of facts) for (const what of whatIs(fact)) reach(what);
    freezeNew(session.state, facts);
    this.#recorded(command, facts, expected);
    expectEffects(actions, facts, { refused: expected !== null, command });
    this.#agree(expected === null);
    if (!this.#thorough) return facts;
    this.refold();
    for (const { decision_id } of session.live()) requestJson(session.request(decision_id));
    return facts;
  }

  /** What was refused and would else be lost is on record, once; nothing else happens. */
  #recorded(command: Command, facts: readonly Fact[], refused: RefusalReason | null): void {
    reach(`refusal: ${refused}`);
    if (refused === null) return;
    const effects = facts.filter(({ type }) => !RECORDS.has(type));
    expectThat(effects.length === 0, "a refused command has an effect", command, effects);
    const records = facts.filter(({ type }) => type === "settle.refused").length;
    if (command.type === "settle")
      expectThat(records === (this.book.created ? 1 : 0), "not on record", command);
  }

  /** The engine's view of what is under way is the watcher's. */
  #agree(ticked: boolean): void {
    const { book, state } = this;
    const { work, wake_at } = due(state);
    expectThat(wake_at === book.wake(), `the clock is to come by at ${book.wake()}, not ${wake_at}`);
    const keys = work.map(workKey).sort();
    expectThat(keys.join() === book.work().sort().join(), "other work under way", keys, book.work());
    expectThat(state.seq === book.seq && state.asks === book.asks, "other counts");
    expectThat(book.stranded() === undefined, "a call goes on whose branch was left", book.stranded());
    if (ticked) {
      expectThat(!book.overdue(), "something is overdue after the clock came by");
      expectThat(book.idle() === undefined, "a delivery waits for nothing", book.idle());
      expectThat(book.unsent() === undefined, "a message is not sent again", book.unsent());
    }
    waitsOf(state);
    if (statusOf(state) === "running") expectThat(work.length > 0 || wake_at !== null, "running, but stuck");
  }

  /** A log read back from the store gives the very same state. */
  refold(): State {
    const fresh = fold(this.session.log);
    expectThat(equalJson(listed(fresh), listed(this.state)), "the fold of the log is another state");
    expectThat(equalJson(listed(fresh), listed(this.#twins.kept)), "the state kept by the server is another");
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
