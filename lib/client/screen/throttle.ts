/** What may be done only so often, with the newest of it certain: also when the page goes, or goes out of sight. */

export interface Late {
  /** Does it now, or once the time since the last one is over; a newer one takes the place of one that still waits. */
  run: (act: () => void) => void;
  /** Does now what waits. */
  flush: () => void;
  /** What waits is not done any more. */
  drop: () => void;
}

/** What waits, wherever in the page. */
const waiting = new Set<Late>();

/** Does all that waits, and then what comes of it and would wait in turn. */
export function flushAll(): void {
  for (const late of [...waiting]) late.flush();
  for (const late of [...waiting]) late.flush();
}

/** Nothing of what waits is done any more: the place it was for is left already. */
export function dropAll(): void {
  for (const late of [...waiting]) late.drop();
}

let listens = false;

function listen(): void {
  if (listens || globalThis.window === undefined) return;
  listens = true;
  // Before the way to another page begins: after that some browsers keep the address as it was.
  window.addEventListener("beforeunload", flushAll);
  window.addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => document.hidden && flushAll());
}

export function createLate(everyMs: number): Late {
  let newest: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const rest = () => {
    timer = setTimeout(() => {
      timer = null;
      late.flush();
    }, everyMs);
  };
  const late: Late = {
    run(act) {
      newest = act;
      waiting.add(late);
      listen();
      if (timer === null) late.flush();
    },
    flush() {
      const act = newest;
      late.drop();
      if (!act) return;
      if (timer !== null) clearTimeout(timer);
      rest();
      act();
    },
    drop() {
      newest = null;
      waiting.delete(late);
    },
  };
  return late;
}
