/** All sessions of this server: starts, finds, commands, forks and resumes them. */
import { agentFrom } from "@/lib/engine/decide/agent-from";
import type { Command } from "@/lib/engine/decide/decide";
import type { ForkPoint } from "@/lib/engine/fork/fork-log";
import { forkLog } from "@/lib/engine/fork/fork-session";
import type { Fact } from "@/lib/engine/log/facts";
import { deliveryFor } from "@/lib/engine/log/policy";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState, type State } from "@/lib/engine/state/state";
import type { Workspace } from "@/lib/protocol/workspace";
import type { Checker } from "@/lib/schema/port";
import { LostSession, Stopping } from "@/lib/server/http/unavailable";
import type { Clock } from "@/lib/server/process/clock";
import type { Store } from "@/lib/store/port";
import type { Hub } from "./hub";
import { type Adapters, headOf, SessionRunner, type Submitted } from "./run-session";

/** Secrets typed into the page: kept in memory for their session, never stored, never logged. */
export interface Secrets {
  apiKey: string | null;
  workerSecret: string | null;
}

export interface SessionsDeps {
  store: Store;
  checker: Checker;
  hub: Hub;
  clock: Clock;
  mint: (prefix: string) => string;
  adapters: (workspace: Workspace, secrets: Secrets) => Adapters;
}

/** How many facts are read or copied at once. */
const PAGE = 500;

/** How many idle sessions stay in memory. */
const KEPT = 100;
/** How long a stop waits for commands that were handed in before it, in milliseconds. */
const DRAIN_MS = 300;

const NO_SECRETS: Secrets = { apiKey: null, workerSecret: null };

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #runners = new Map<string, Promise<SessionRunner>>();
  readonly #open = new Map<string, SessionRunner>();
  readonly #secrets = new Map<string, Secrets>();
  #stopping = false;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  #make(id: string): SessionRunner {
    if (this.#stopping) throw new Stopping();
    this.#evict();
    const { adapters, ...deps } = this.#deps;
    const runner = new SessionRunner({
      ...deps,
      id,
      adapters: ({ settings }: State) => {
        if (!settings) throw new Error(`The session ${id} has no log`);
        return adapters(settings.workspace, this.#secrets.get(id) ?? NO_SECRETS);
      },
    });
    this.#open.set(id, runner);
    return runner;
  }

  /** Drops the least recently used idle sessions, so that memory stays bounded. */
  #evict(): void {
    if (this.#open.size < KEPT) return;
    const resting = [...this.#open].filter(([id, runner]) => runner.resting && !this.#deps.hub.watched(id));
    resting.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, runner] of resting.slice(0, this.#open.size - KEPT + 1)) {
      void runner.stop();
      this.#drop(id);
    }
  }

  #drop(id: string): void {
    this.#open.delete(id);
    this.#runners.delete(id);
    this.#secrets.delete(id);
  }

  async #load(id: string): Promise<SessionRunner> {
    const runner = this.#make(id);
    await runner.open();
    return runner;
  }

  #forget(id: string, loading: Promise<SessionRunner>): void {
    if (this.#runners.get(id) === loading) this.#runners.delete(id);
  }

  /** The session's only runner; null when there is no such session. */
  async #runner(id: string): Promise<SessionRunner | null> {
    const known = this.#runners.get(id);
    if (known) {
      const runner = await known;
      if (!runner.closed) return runner;
      this.#forget(id, known);
    }
    if (!(await this.#deps.store.sessions.summary(id))) return null;
    const again = this.#runners.get(id);
    if (again) return again;
    const loading = this.#load(id);
    this.#runners.set(id, loading);
    loading.catch(() => this.#forget(id, loading));
    return loading;
  }

  /** Calls `use` with the session's runner; null when there is no such session. */
  async #with<T>(id: string, use: (runner: SessionRunner) => T): Promise<Awaited<T> | null> {
    for (;;) {
      const runner = await this.#runner(id);
      if (!runner) return null;
      if (!runner.closed) return await use(runner); // otherwise it was dropped or has stopped in the meantime
    }
  }

  #keep(id: string, runner: SessionRunner, secrets: Secrets): void {
    if (secrets.apiKey === null && secrets.workerSecret === null) return;
    const before = this.#secrets.get(id) ?? NO_SECRETS;
    this.#secrets.set(id, {
      apiKey: secrets.apiKey ?? before.apiKey,
      workerSecret: secrets.workerSecret ?? before.workerSecret,
    });
    runner.renewAdapters();
  }

  /** Starts a session; with a message its first turn begins at once. Returns the id. */
  async start(from: {
    workspace: Workspace;
    workspaceId?: string;
    message?: string;
    secrets: Secrets;
  }): Promise<string> {
    const id = this.#deps.mint("ses");
    const runner = this.#make(id);
    this.#runners.set(id, Promise.resolve(runner));
    this.#keep(id, runner, from.secrets);
    const { workspace, workspaceId, message } = from;
    const agent = agentFrom(workspace);
    const delivery = deliveryFor(workspace);
    await runner.submit({ type: "create", workspace, workspace_id: workspaceId, agent, delivery });
    if (message !== undefined && message !== "")
      await this.#with(id, (open) => open.submit({ type: "message", text: message }));
    return id;
  }

  /**
   * Starts a session that shares the first facts of another one and then continues differently. Returns its id, or why
   * that is not possible; null when there is no such session.
   */
  async fork(
    originId: string,
    { point, workspace, secrets }: { point: ForkPoint; workspace?: Workspace; secrets: Secrets },
  ): Promise<{ id: string } | { error: string } | null> {
    const facts = await this.#log(originId);
    const [created] = facts;
    if (created?.type !== "session.created") return null;
    const fork = forkLog({ session_id: originId, facts }, point, workspace);
    if ("error" in fork) return fork;
    const id = this.#deps.mint("ses");
    await this.#copy(id, fork.kept);
    const done = await this.#beginFork(id, secrets, fork.command);
    return done.refusal && done.seq === fork.kept.length ? { error: done.refusal.error } : { id };
  }

  /** Turns a stored copy into a session. If that fails, the copy stays unfinished and unlisted. */
  async #beginFork(id: string, secrets: Secrets, command: Command & { type: "fork" }): Promise<Submitted> {
    const runner = this.#make(id);
    this.#runners.set(id, Promise.resolve(runner));
    this.#keep(id, runner, secrets);
    try {
      return await runner.fork(command);
    } catch (error) {
      runner.close();
      this.#drop(id);
      throw error;
    }
  }

  async #log(id: string): Promise<Fact[]> {
    const facts: Fact[] = [];
    for (;;) {
      const page = await this.#deps.store.sessions.read(id, { after: facts.length, limit: PAGE });
      if (page.length === 0) return facts;
      facts.push(...page);
    }
  }

  /** Copies in pieces, because a long log in one transaction would block all other sessions. */
  async #copy(id: string, facts: Fact[]): Promise<void> {
    const state = initialState();
    const copying_since = this.#deps.clock.now();
    for (let from = 0; from < facts.length; from += PAGE) {
      const page = facts.slice(from, from + PAGE);
      for (const fact of page) evolve(state, fact);
      // The copy is unlisted until it is a fork: if the server ends in between, nobody may find or resume it.
      const head = { ...headOf(state), running: false, copying_since };
      const appended = await this.#deps.store.sessions.append(id, page, head);
      if (!appended.ok) throw new LostSession(id);
    }
  }

  /** Null when there is no such session. */
  async command(id: string, command: Command, secrets: Secrets): Promise<Submitted | null> {
    return this.#with(id, (runner) => {
      this.#keep(id, runner, secrets);
      return runner.submit(command);
    });
  }

  /** The folded state, for reading; null when there is no such session. */
  async look(id: string): Promise<Readonly<State> | null> {
    return (await this.#runner(id))?.state ?? null;
  }

  /** The number of running sessions. */
  get running(): number {
    return [...this.#open.values()].filter((runner) => !runner.resting).length;
  }

  /**
   * Resumes the sessions that were running when the server last stopped (D31). Returns how many. One that cannot be resumed
   * is logged and does not affect the others. Unfinished copies are abandoned.
   */
  async resumeAll(): Promise<number> {
    await this.#deps.store.sessions.dropUnfinished();
    const ids = await this.#deps.store.sessions.running().catch((error: unknown) => {
      if (this.#stopping) return [];
      throw error;
    });
    const opened = await Promise.allSettled(ids.map((id) => this.#runner(id)));
    const failed = opened.filter((outcome, index) => {
      if (outcome.status === "fulfilled") return false;
      if (!this.#stopping) console.error(`The session ${ids[index]} could not be resumed:`, outcome.reason);
      return true;
    });
    return ids.length - failed.length;
  }

  /**
   * Accepts nothing new and aborts running work without recording it; the work resumes at the next start. Commands
   * handed in before are stored, unless that takes longer than a stop may.
   */
  async close(): Promise<void> {
    this.#stopping = true;
    const runners = [...this.#open.values()];
    const { clock } = this.#deps;
    await new Promise<void>((resolve) => {
      const callOff = clock.at(clock.now() + DRAIN_MS, resolve);
      void Promise.all(runners.map((runner) => runner.stop())).then(() => {
        callOff();
        resolve();
      });
    });
    for (const runner of runners) runner.close();
    this.#deps.hub.end();
    this.#open.clear();
    this.#runners.clear();
    this.#secrets.clear();
  }
}
