import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import { counterexample } from "@/lib/schema/testing/samples";
import { Hub } from "@/lib/server/sessions/hub";
import type { Adapters } from "@/lib/server/sessions/run-session";
import { type Secrets, Sessions } from "@/lib/server/sessions/sessions";
import type { Sandbox } from "@/lib/tools/sandbox/sandbox";
import { check } from "../../engine/testing/check";
import type { Workspace } from "../../protocol/workspace";
import type { Checker } from "../../schema/port";
import type { Store } from "../../store/port";
import { openSqlStore } from "../../store/sql-store";
import { adaptersOf } from "../adapters";
import { SimulatedClock } from "./simulated-clock";

export const NO_SECRETS: Secrets = { apiKey: null, workerSecret: null };

const atOnce: Checker = {
  check: async (request) => check(request),
  declare: async () => ({ status: "ok", notes: [] }),
  counterexample,
  close: async () => {},
};

const sandbox: Sandbox = {
  run: async () => ({ ok: false, error: "these tests run no scripts" }),
  close: async () => {},
};

/** A server without its edge: a real database in a folder of its own, simulated time, and crashes at will. */
export class TestServer {
  readonly clock = new SimulatedClock();
  readonly dir = mkdtempSync(path.join(tmpdir(), "callscope-server-"));
  #ids = 0;
  store!: Store;
  hub!: Hub;
  sessions!: Sessions;
  /** Replaces the adapters a workspace names. */
  wrap: (adapters: Adapters) => Adapters = (adapters) => adapters;
  /** For servers that start from now on. */
  checker = atOnce;

  static async open(): Promise<TestServer> {
    const server = new TestServer();
    await server.boot();
    return server;
  }

  async boot(): Promise<void> {
    this.store = await openSqlStore({ path: path.join(this.dir, "callscope.db") });
    this.hub = new Hub();
    this.sessions = this.another();
  }

  /** A second process on the same database, as far as sessions go. */
  another(): Sessions {
    const { checker, clock, store, hub } = this;
    const config = { anthropic: { apiKey: null, baseUrl: null }, workerSecret: null };
    const adapters = adaptersOf({ checker, sandbox, clock, fetch, config });
    return new Sessions({
      store,
      checker,
      hub,
      clock,
      mint: (prefix) => `${prefix}_${++this.#ids}`,
      adapters: (workspace, secrets) => this.wrap(adapters(workspace, secrets)),
    });
  }

  /** The process is gone, with all it had in memory, for `ms`; then a new one opens the same database. */
  async crash(ms: number): Promise<void> {
    await this.sessions.close();
    await this.store.close();
    this.clock.jump(ms);
    await this.boot();
    await this.sessions.resumeAll();
  }

  async start(workspace: Workspace, message = "go"): Promise<string> {
    return this.sessions.start({ workspace, message, secrets: NO_SECRETS });
  }

  log(id: string): Promise<Fact[]> {
    return this.store.sessions.read(id, { after: 0, limit: 100_000 });
  }

  async facts<T extends FactType>(id: string, type: T): Promise<FactOf<T>[]> {
    return (await this.log(id)).filter((fact): fact is FactOf<T> => fact.type === type);
  }

  async close(): Promise<void> {
    await this.sessions.close();
    await this.store.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A workspace with one tool, `work`, that the scripted model calls once before it says `done`. */
export function workspace(
  rules: unknown[],
  more: { retry?: object; workspace?: Partial<Workspace> } = {},
): Workspace {
  return {
    callscope: 1,
    name: "test",
    agent: {
      model: "scripted",
      tools: [{ name: "work", runner: { kind: "responses", rules: rules as [] }, retry: more.retry }],
    },
    model: { kind: "scripted" },
    script: [{ calls: [{ id: "call_1", name: "work", arguments: "{}" }] }, { text: "done" }],
    worker: { kind: "tools" },
    ...more.workspace,
  };
}
