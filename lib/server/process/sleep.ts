import { aborted } from "@/lib/util/abort";
import type { Clock } from "./clock";

/** Resolves after `ms`, or at once when the signal is aborted. */
export const sleeper = (clock: Clock) => async (ms: number, signal: AbortSignal) => {
  if (signal.aborted) return;
  let stop = () => {};
  const over = new Promise<void>((resolve) => {
    stop = clock.at(clock.now() + ms, resolve);
  });
  await Promise.race([over, aborted(signal)]);
  stop();
};
