/** What every adapter shares: stopping at once when told to, and never throwing. */
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import { unlessAborted } from "@/lib/util/abort";

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
  const guarded = work().catch((thrown: unknown): ModelOutcome => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { ok: false, error: `${who} could not be asked: ${reason}`, retryable: false };
  });
  return unlessAborted(guarded, signal).catch(() => STOPPED);
}
