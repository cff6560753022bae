/** Makes a switch over a union exhaustive: a missing case is a compile error, and throws at run time. */
export function never(value: never, what: string): never {
  throw new Error(`Unknown ${what}: ${JSON.stringify(value)}`);
}
