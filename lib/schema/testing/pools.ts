/** Names, values, texts and patterns that schemas and instances of the differential test are made from. */
import fc from "fast-check";

/** Names of members: plain ones, those that objects inherit, and those that need escapes in pointers and addresses. */
export const NAMES = [
  ...["a", "b", "c", "foo", "bar"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length"],
  ...["", "a/b", "x~y", "50%", "é", "𝒜", "$ref", "$id", "0"],
];

/** Inside values these would be read as addresses by the second validator, which the specification forbids. */
const ADDRESSES = ["$ref", "$id"];

const valueName = fc.constantFrom(...NAMES.filter((text) => !ADDRESSES.includes(text)));

export const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "c", "foo") },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "__proto__", "constructor", "toString", "") },
);

/** Each with the flag `u`, and together with TEXTS matched and missed. */
export const PATTERNS = [
  ...["^a", "b$", "^[a-c]+$", "o", "^\\d+$", "^.$", "^..$", "\\p{L}", "^\\S*$", "^$", "__proto__", "^co|^to"],
  ...["[^a]", "(a)(?!b)", "^[𝒜-𝒵]$", "\\u{1D49C}", "\\w", "^foo|bar$", "/"],
];

export const TEXTS = [
  ...[
    "",
    "a",
    "b",
    "ab",
    "abc",
    "foo",
    "bar",
    "foobar",
    "1",
    "12",
    "é",
    "e\u0301",
    "𝒜",
    "𝒜𝒜",
    "👨‍👩‍👧",
    "a\nb",
    " ",
  ],
  ...["__proto__", "constructor", "null", "1.0", "[]"],
];

export const NUMBERS = [
  ...[0, -0, 1, -1, 2, 3, 5, 6, 10, 100, -7],
  ...[0.1, 0.2, 0.3, 0.01, 1.5, 2.5, 4.35, 19.99, -0.5, 1e-7, 1e-9, 3e-9, 5e-324],
  ...[1e21, 1e22, 1e300, 1.7976931348623157e308, 9007199254740991, 2 ** 53, 12391239123, 4294967296],
];

export const DIVISORS = [
  1, 2, 3, 0.1, 0.01, 0.5, 1.5, 0.3, 1e-7, 1e-9, 1e-8, 7, 100, 1e21, 9007199254740991, 1e300,
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false),
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(...TEXTS),
);

/** Object.fromEntries makes a member called `__proto__` an own one, as reading JSON does. */
export function record<T>(value: fc.Arbitrary<T>, key = name): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(key, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
}

/** Any JSON value, small. */
export const json: fc.Arbitrary<unknown> = valueAt(2);

function valueAt(depth: number): fc.Arbitrary<unknown> {
  if (depth === 0) return scalar;
  const inner = valueAt(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    { weight: 1, arbitrary: record(inner, valueName) },
  );
}
