/** What every adapter shares: stopping at once when told to, and never throwing. */
import type { ModelOutcome } from "./port";

/** What an ask that was stopped returns; nobody waits for it. */
export const STOPPED: ModelOutcome = {
  ok: false,
  error: "Stopped before the answer was complete.",
  retryable: false,
};

/**
 * The outcome of `work`, or a failure as soon as the signal fires, whether `work` heeds the signal or not. What `work`
 * throws becomes a failure too: `who` names the adapter in its text.
 */
export async function orStopped(
  who: string,
  signal: AbortSignal,
  work: () => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
  if (signal.aborted) return STOPPED;
  let stop = () => {};
  const stopped = new Promise<ModelOutcome>((resolve) => {
    stop = () => resolve(STOPPED);
    signal.addEventListener("abort", stop, { once: true });
  });
  const guarded = work().catch((thrown: unknown): ModelOutcome => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { ok: false, error: `${who} could not be asked: ${reason}`, retryable: false };
  });
  try {
    return await Promise.race([guarded, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
