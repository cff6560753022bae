/** Values that follow typing with a delay. */
import { useEffect, useState } from "react";
import { equalJson } from "@/lib/json/equal";

/** How long typing must pause before schemas and texts are checked. */
export const CHECK_AFTER_MS = 250;

interface Settled<T> {
  settled: T;
  /** `settled` is older than the value. */
  pending: boolean;
}

/**
 * Follows a JSON value once it has not changed for `ms`, and at once when `scope` changes. An equal value keeps its
 * identity, so a render that builds the value again does not restart the delay.
 */
export function useSettled<T>(value: T, scope: string, ms: number): Settled<T> {
  const now = useStable(value);
  const [last, setLast] = useState({ scope, value: now });
  useEffect(() => {
    const timer = setTimeout(
      () => setLast((old) => (old.scope === scope && old.value === now ? old : { scope, value: now })),
      ms,
    );
    return () => clearTimeout(timer);
  }, [now, scope, ms]);
  if (last.scope === scope) return { settled: last.value, pending: last.value !== now };
  setLast({ scope, value: now });
  return { settled: now, pending: false };
}

/** The first of a series of equal values. */
function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (equalJson(kept, value)) return kept;
  setKept(value);
  return value;
}
