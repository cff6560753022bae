/** Says no when something does not hold. Cheaper than `expect`: it is asked some million times. */
export function expectThat(holds: boolean, text: string, ...about: unknown[]): asserts holds {
  if (!holds) throw new Error(`${text}${about.map((what) => `\n  ${JSON.stringify(what)}`).join("")}`);
}

export function found<T>(value: T | undefined, text: string): T {
  expectThat(value !== undefined, text);
  return value;
}
