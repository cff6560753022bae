/** Keeps what was set for one kind of a choice while another is chosen, so that switching back and forth loses nothing. */
export function createParking<T extends { kind: string }>() {
  const parked = new Map<string, T>();
  return {
    /** Puts `current` aside and answers what was put aside for the kind of `fresh`, or `fresh` itself. */
    swap(scope: string, current: T, fresh: T): T {
      parked.set(`${scope}/${current.kind}`, current);
      return parked.get(`${scope}/${fresh.kind}`) ?? fresh;
    },
  };
}
