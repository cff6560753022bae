type Closing = () => Promise<void>;

/** scripts/setup/serve.mjs reads this by name and runs all of these when the process is asked to stop. */
const KEY = Symbol.for("callscope.closings");

const shared: typeof globalThis & { [KEY]?: Set<Closing> } = globalThis;

/**
 * Runs `close` before the process ends on SIGINT or SIGTERM. The functions run one after another, newest first, and
 * have about a second together.
 */
export function onShutdown(close: Closing): void {
  shared[KEY] ??= new Set();
  shared[KEY].add(close);
}
