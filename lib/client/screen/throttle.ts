/** Limits how often something is done. The newest request is always carried out, also when the page is hidden or closed. */

export interface Throttle {
  /** Runs `act` now, or when the interval since the last run is over. A newer `act` replaces one that still waits. */
  run: (act: () => void) => void;
  /** Runs a waiting `act` now. */
  flush: () => void;
  /** Forgets a waiting `act`. */
  drop: () => void;
}

/** All throttles of the page that have a waiting `act`. */
const waiting = new Set<Throttle>();

/** Runs everything that waits, and then whatever those runs have put in the queue. */
export function flushAll(): void {
  for (const throttle of [...waiting]) throttle.flush();
  for (const throttle of [...waiting]) throttle.flush();
}

/** Forgets everything that waits. */
export function dropAll(): void {
  for (const throttle of [...waiting]) throttle.drop();
}

let listens = false;

function listen(): void {
  if (listens || globalThis.window === undefined) return;
  listens = true;
  // Before the page is left: some browsers ignore changes of the address after that.
  window.addEventListener("beforeunload", flushAll);
  window.addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => document.hidden && flushAll());
}

export function createThrottle(everyMs: number): Throttle {
  let newest: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const rest = () => {
    timer = setTimeout(() => {
      timer = null;
      throttle.flush();
    }, everyMs);
  };
  const throttle: Throttle = {
    run(act) {
      newest = act;
      waiting.add(throttle);
      listen();
      if (timer === null) throttle.flush();
    },
    flush() {
      const act = newest;
      throttle.drop();
      if (!act) return;
      if (timer !== null) clearTimeout(timer);
      rest();
      act();
    },
    drop() {
      newest = null;
      waiting.delete(throttle);
    },
  };
  return throttle;
}
