/** Mutates valid JSON values in one place at a time. For tests. */

export type Path = readonly (string | number)[];

/** One changed place: where it is, and its new value. Without `value` the member is removed. */
export interface Mutation {
  path: Path;
  name: string;
  value?: unknown;
}

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

/** Replacements for a member: each kind of JSON, empty, huge, and with names that are special in JavaScript. */
const REPLACEMENTS: Omit<Mutation, "path">[] = [
  { name: "absent" },
  ...[null, true, 0, -1, 1.5, 1e308, "", "text", [], [null], {}].map((value) => ({
    name: JSON.stringify(value),
    value,
  })),
  { name: "2^53 + 2", value: 2 ** 53 + 2 },
  { name: "a long text", value: "é".repeat(20_000) },
  { name: "a text of control characters", value: "\u0000\u0001\u001b[31m\u2028\ud800" },
  { name: "a long list", value: Array.from({ length: 500 }, () => ({})) },
  { name: "150 levels", value: nested(150) },
  {
    name: "names of prototypes",
    value: JSON.parse('{"__proto__":{"type":"done"},"constructor":1,"toString":2}'),
  },
];

/** The path of every value inside a JSON value, starting with the value itself. */
function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    yield* placesOf(member, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Every place combined with every replacement. */
export function mutationsOf(value: unknown): Mutation[] {
  return [...placesOf(value)].flatMap((path) =>
    REPLACEMENTS.map((replacement) => ({ path, ...replacement })),
  );
}

/** A copy of the value with the mutation applied; an unchanged copy where the path does not exist. */
export function mutate(value: unknown, { path, ...mutation }: Mutation): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return "value" in mutation ? mutation.value : undefined;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (name !== String(key)) return [[name, member]];
    const changed = mutate(member, { path: rest, ...mutation });
    return changed === undefined ? [] : [[name, changed]];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

export const nameOf = ({ path, name }: Mutation): string => `${path.join(".") || "the whole"} is ${name}`;
