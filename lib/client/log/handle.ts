/** Records that grow in place, as hooks can depend on them. */
import { useMemo } from "react";

export interface Handle<T> {
  readonly current: T;
  readonly version: number;
}

/**
 * A small object that is new for each version of `current`, while `current` itself keeps its identity and is never
 * copied. What is computed from a handle is computed again when there is a new one.
 */
export const useHandle = <T>(current: T, version: number): Handle<T> =>
  useMemo(() => ({ current, version }), [current, version]);
