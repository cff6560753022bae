/** All sessions of this server: started, found again, commanded, taken up after a restart. */
import { agentFrom, type Command } from "../engine/decide";
import { due } from "../engine/due";
import { LOCAL_DELIVERY, REMOTE_DELIVERY } from "../engine/policy";
import type { State } from "../engine/state";
import type { Workspace } from "../protocol/workspace";
import type { Checker } from "../schema/port";
import type { Store } from "../store/port";
import type { Clock } from "./clock";
import type { Hub } from "./hub";
import { type Adapters, SessionRunner, type Submitted } from "./run-session";

/** Secrets that a page typed: held in memory for the session they came with, never stored, never logged. */
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

/** Sessions kept in memory beyond those under way. */
const KEPT = 100;

const NO_SECRETS: Secrets = { apiKey: null, workerSecret: null };

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #runners = new Map<string, Promise<SessionRunner>>();
  readonly #open = new Map<string, SessionRunner>();
  readonly #secrets = new Map<string, Secrets>();

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  #make(id: string): SessionRunner {
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
    this.#evict();
    return runner;
  }

  /** Drops the longest unused of those at rest, so that memory stays bounded. */
  #evict(): void {
    if (this.#open.size <= KEPT) return;
    const resting = [...this.#open].filter(([id, runner]) => runner.resting && !this.#deps.hub.watched(id));
    resting.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, runner] of resting.slice(0, this.#open.size - KEPT)) {
      runner.close();
      this.#open.delete(id);
      this.#runners.delete(id);
      this.#secrets.delete(id);
    }
  }

  async #load(id: string): Promise<SessionRunner> {
    const runner = this.#make(id);
    await runner.load();
    await runner.submit({ type: due(runner.state).work.length > 0 ? "restart" : "tick" });
    return runner;
  }

  /** The session's one runner; null when there is no such session. */
  async #runner(id: string): Promise<SessionRunner | null> {
    const known = this.#runners.get(id);
    if (known) {
      const runner = await known;
      if (!runner.closed) return runner;
      this.#runners.delete(id);
    }
    if (!(await this.#deps.store.sessions.summary(id))) return null;
    const again = this.#runners.get(id);
    if (again) return again;
    const loading = this.#load(id);
    this.#runners.set(id, loading);
    loading.catch(() => this.#runners.delete(id));
    return loading;
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
    const delivery = workspace.worker.kind === "http" ? REMOTE_DELIVERY : LOCAL_DELIVERY;
    const agent = agentFrom(workspace);
    await runner.submit({ type: "create", workspace, workspace_id: workspaceId, agent, delivery });
    if (message !== undefined && message !== "") await runner.submit({ type: "message", text: message });
    return id;
  }

  /** Null when there is no such session. */
  async command(id: string, command: Command, secrets: Secrets): Promise<Submitted | null> {
    const runner = await this.#runner(id);
    if (!runner) return null;
    this.#keep(id, runner, secrets);
    return runner.submit(command);
  }

  /** The folded state, for looking at; null when there is no such session. */
  async look(id: string): Promise<Readonly<State> | null> {
    return (await this.#runner(id))?.state ?? null;
  }

  /** Sessions under way. */
  get running(): number {
    return [...this.#open.values()].filter((runner) => !runner.resting).length;
  }

  /** Takes up what was running when the server last stopped (D31). Returns how many sessions. */
  async resumeAll(): Promise<number> {
    const ids = await this.#deps.store.sessions.running();
    await Promise.all(ids.map((id) => this.#runner(id)));
    return ids.length;
  }

  /** Stops everything without a record; what was under way is taken up at the next start. */
  async close(): Promise<void> {
    for (const runner of this.#open.values()) runner.close();
    this.#deps.hub.end();
    this.#open.clear();
    this.#runners.clear();
    this.#secrets.clear();
  }
}
