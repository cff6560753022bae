/** Makes a switch over a union total: a member without a case is a compile error; at run time it is a bug and thrown. */
export function never(value: never, what: string): never {
  throw new Error(`Unknown ${what}: ${JSON.stringify(value)}`);
}
