/** What a person stops at, worked out anew from the breakpoints' meaning: nothing here comes from the engine. */

import type { HeldBy } from "@/lib/engine/log/facts";
import type { Breakpoint } from "../../../protocol/breakpoint";
import type { Delivery, ShadowModel } from "./shadow-model";

type Meets<B extends Breakpoint> = (
  stop: B,
  met: { book: ShadowModel; delivery: Delivery; actions: readonly string[] },
) => boolean;

const MEETS: { [On in Breakpoint["on"]]: Meets<Extract<Breakpoint, { on: On }>> } = {
  decision: () => true,
  tool: ({ name }, { book, delivery: { trigger } }) => {
    if (trigger.type === "tool.finished" && trigger.refused) return trigger.refused.name === name;
    if (trigger.type !== "tool.finished" && trigger.type !== "tool.execute") return false;
    return book.calls.get(trigger.id)?.name === name;
  },
  verdict: ({ verdict }, { book, delivery: { trigger } }) =>
    trigger.type === "tool.execute" && book.calls.get(trigger.id)?.verdict === verdict,
  "output rejected": (_stop, { book, delivery: { trigger } }) =>
    trigger.type === "tool.finished" && !trigger.refused && book.calls.get(trigger.id)?.rejected === true,
  retry: (_stop, { delivery: { trigger } }) => trigger.type === "tool.execute" && trigger.attempt > 0,
  "turn end": (_stop, { actions }) => actions.includes("done"),
};

/**
 * Why a delivery must be held now; null when it must not. `actions`: what was proposed, or what was answered. One whose
 * attempt is over is not held: nobody waits for it.
 */
export function reasonToHold(
  book: ShadowModel,
  delivery: Delivery,
  actions: readonly string[],
): HeldBy | null {
  if (book.overtaken(delivery)) return null;
  if (book.stepping) return { step: true };
  const met = { book, delivery, actions };
  const breakpoint = book.breakpoints.find((stop) => (MEETS[stop.on] as Meets<Breakpoint>)(stop, met));
  return breakpoint ? { breakpoint } : null;
}

export const typesOf = (response: { actions?: readonly { type: string }[] } | undefined): string[] =>
  (response?.actions ?? []).map(({ type }) => type);
