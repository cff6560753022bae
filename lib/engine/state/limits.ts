/** Limits of calls, as times in milliseconds since the epoch, and what moves them. */
import type { TriggerRef } from "@/lib/engine/log/facts";

/** A limit moved by `ms`; there may be none. */
export const later = (at: number | undefined, ms: number): number | undefined =>
  at === undefined ? undefined : at + ms;

/**
 * By how much the end of a hold moves the limits of a tool call: they are paused while the call's execution is held.
 * Other decisions have no call whose limits run.
 */
export const heldTime = (trigger: TriggerRef, held: { at: number }, ended: { at: number }): number =>
  trigger.type === "tool.execute" ? ended.at - held.at : 0;
