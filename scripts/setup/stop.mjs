/** How long stopping may take before the process ends anyway, in milliseconds. */
const STOP_LIMIT = 1000;

let close = async () => {};
let stopping = false;

export const isStopping = () => stopping;

/** Runs before the process ends; should take much less than a second. */
export function beforeStop(run) {
  close = run;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), STOP_LIMIT);
  await close().catch((error) => console.error(error));
  process.exit(0);
}

/**
 * From now on, SIGINT and SIGTERM end this process with exit code 0. A second signal changes nothing: npm forwards a
 * Ctrl+C that the terminal has already sent to every process.
 */
export function stopOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
}
