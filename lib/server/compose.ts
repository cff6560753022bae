/** The only place that picks adapters: one store, one checker, one sandbox, one set of sessions for this process. */
import path from "node:path";
import { createChecker } from "../schema/checker";
import type { Checker } from "../schema/port";
import type { Store } from "../store/port";
import { openSqlStore } from "../store/sql-store";
import { createSandbox } from "../tools/sandbox";
import { adaptersOf } from "./adapters";
import { systemClock } from "./clock";
import { config } from "./config";
import { Hub } from "./hub";
import { mintId } from "./ids";
import { guardedFetch } from "./outbound";
import { Sessions } from "./sessions";
import { onShutdown } from "./shutdown";

export interface Services {
  store: Store;
  checker: Checker;
  hub: Hub;
  sessions: Sessions;
}

async function open(): Promise<Services> {
  const settings = config();
  const { dataDir, listensOnLoopback, allow } = settings;
  const store = await openSqlStore({ path: path.join(dataDir, "callscope.db") });
  const checker = createChecker();
  const sandbox = createSandbox();
  const hub = new Hub();
  const fetch = guardedFetch({ listensOnLoopback, allow });
  const adapters = adaptersOf({ checker, sandbox, clock: systemClock, fetch, config: settings });
  const sessions = new Sessions({ store, checker, hub, clock: systemClock, mint: mintId, adapters });
  onShutdown(async () => {
    await sessions.close();
    await Promise.all([sandbox.close(), checker.close()]);
    await store.close();
  });
  return { store, checker, hub, sessions };
}

/** Next bundles each route apart: what they share hangs on the process itself. */
const KEY = Symbol.for("callscope.services");
const shared: typeof globalThis & { [KEY]?: Promise<Services> } = globalThis;

/** Opened on first use, the same for every route. */
export function services(): Promise<Services> {
  shared[KEY] ??= open();
  return shared[KEY];
}
