/** Simulated time: timers fire when a test moves it on. */
import type { Clock } from "../silence";

export function simulatedClock(): Clock & { advance: (ms: number) => void } {
  let now = 0;
  let count = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  return {
    setTimeout(run, ms) {
      count += 1;
      timers.set(count, { at: now + ms, run });
      return count;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    advance(ms) {
      now += ms;
      for (const [id, { at, run }] of [...timers]) {
        if (at > now) continue;
        timers.delete(id);
        run();
      }
    },
  };
}
