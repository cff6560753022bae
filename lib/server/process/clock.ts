/** The clock, which tests replace with a simulated one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, at `time` or later. The returned function cancels the call. */
  at(time: number, run: () => void): () => void;
}

/** Node's timers overflow beyond this many milliseconds and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, run) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = time - Date.now();
      timer = left > LONGEST_TIMER ? setTimeout(wait, LONGEST_TIMER) : setTimeout(run, Math.max(0, left));
    };
    wait();
    return () => clearTimeout(timer);
  },
};
