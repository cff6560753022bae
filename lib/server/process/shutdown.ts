type Closing = () => Promise<void>;

/** Shared by name with scripts/setup/serve.mjs, which runs all of these when the process is asked to stop. */
const KEY = Symbol.for("callscope.closings");

const shared: typeof globalThis & { [KEY]?: Set<Closing> } = globalThis;

/**
 * Has `close` run before the process ends on SIGINT or SIGTERM, the newest first and one after another; all of them
 * together have about a second.
 */
export function onShutdown(close: Closing): void {
  shared[KEY] ??= new Set();
  shared[KEY].add(close);
}
