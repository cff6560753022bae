import type { Clock } from "./clock";

/** Resolves after `ms`, or at once when the signal fires. */
export const sleeper = (clock: Clock) => (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const stop = clock.at(clock.now() + ms, resolve);
    signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
