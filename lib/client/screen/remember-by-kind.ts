/** Remembers the settings of each kind of a choice, so that switching to another kind and back loses nothing. */
export function rememberByKind<T extends { kind: string }>() {
  const kept = new Map<string, T>();
  return {
    /** Remembers `current` and returns the settings remembered for the kind of `fresh`, or else `fresh`. */
    swap(scope: string, current: T, fresh: T): T {
      kept.set(`${scope}/${current.kind}`, current);
      return kept.get(`${scope}/${fresh.kind}`) ?? fresh;
    },
  };
}
