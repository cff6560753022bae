/** Watches a connection: aborts after a period of silence, or when the outer signal aborts. */
import { unlessAborted } from "@/lib/util/abort";

/** The platform's timers, or simulated ones. */
export interface Clock {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const systemClock: Clock = {
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface Watch {
  /** Aborted by silence or by the outer signal. */
  signal: AbortSignal;
  /** Which of the two aborted it. */
  cause: () => "silence" | "stopped" | null;
  /** Data arrived: the period starts again. */
  heard: () => void;
  /** Settles as `promise` does, or rejects as soon as the watch aborts. */
  race: <T>(promise: Promise<T>) => Promise<T>;
  end: () => void;
}

export function watchSilence(ms: number, outer: AbortSignal, clock: Clock): Watch {
  const inner = new AbortController();
  let cause: "silence" | "stopped" | null = null;
  const abort = (why: "silence" | "stopped") => {
    cause ??= why;
    inner.abort();
  };
  const silent = () => abort("silence");
  const stopped = () => abort("stopped");
  let timer = clock.setTimeout(silent, ms);
  outer.addEventListener("abort", stopped, { once: true });
  if (outer.aborted) stopped();
  return {
    signal: inner.signal,
    cause: () => cause,
    heard() {
      clock.clearTimeout(timer);
      timer = clock.setTimeout(silent, ms);
    },
    race: (promise) => unlessAborted(promise, inner.signal),
    end() {
      clock.clearTimeout(timer);
      outer.removeEventListener("abort", stopped);
    },
  };
}
