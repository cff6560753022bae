/** Opens the store, the checker and the sandbox, once per process. adapters.ts builds what a workspace asks for. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createChecker } from "@/lib/schema/threads/checker";
import { RecordedCalls } from "@/lib/server/impact/recorded-calls";
import { Rechecks } from "@/lib/server/impact/status-cache";
import { guardedFetch } from "@/lib/server/network/outbound";
import { type Clock, systemClock } from "@/lib/server/process/clock";
import { config } from "@/lib/server/process/config";
import type { Config } from "@/lib/server/process/environment";
import { mintId } from "@/lib/server/process/ids";
import { onShutdown } from "@/lib/server/process/shutdown";
import { Hub } from "@/lib/server/sessions/hub";
import { Sessions } from "@/lib/server/sessions/sessions";
import { createSandbox } from "@/lib/tools/sandbox/sandbox";
import type { Checker, Generator, Rechecker } from "../schema/port";
import type { Store } from "../store/port";
import { openSqlStore } from "../store/sql-store";
import { adaptersOf } from "./adapters";

export interface Services {
  config: Config;
  clock: Clock;
  store: Store;
  checker: Checker & Rechecker & Generator;
  recorded: RecordedCalls;
  rechecks: Rechecks;
  hub: Hub;
  sessions: Sessions;
}

async function openStore({ dataDir }: Config): Promise<Store> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw new Error(
      `The data folder ${dataDir} cannot be created: ${cause.message}. Set CALLSCOPE_DATA to a writable folder.`,
      { cause },
    );
  });
  return openSqlStore({ path: path.join(dataDir, "callscope.db") });
}

async function compose(settings: Config): Promise<Services> {
  const store = await openStore(settings);
  const clock = systemClock;
  const checker = createChecker();
  const sandbox = createSandbox();
  const hub = new Hub();
  const fetch = guardedFetch(settings);
  const adapters = adaptersOf({ checker, sandbox, clock, fetch, config: settings });
  const sessions = new Sessions({ store, checker, hub, clock, mint: mintId, adapters });
  onShutdown(async () => {
    await sessions.close();
    await Promise.all([checker.close(), sandbox.close()]);
    await store.close();
  });
  const recorded = new RecordedCalls(store);
  const rechecks = new Rechecks(checker);
  return { config: settings, clock, store, checker, hub, sessions, recorded, rechecks };
}

/** Kept on globalThis because Next may load this module more than once in a process. */
const KEY = Symbol.for("callscope.services");

const shared: typeof globalThis & { [KEY]?: Promise<Services> } = globalThis;

/** The services of this process. They are created by the first call, and again if that failed. */
export function services(): Promise<Services> {
  if (shared[KEY]) return shared[KEY];
  const made = compose(config());
  shared[KEY] = made;
  made.catch(() => {
    shared[KEY] = undefined;
  });
  return made;
}
