/** Schemas with `unevaluated*` beside every keyword that evaluates members or items. */
import fc from "fast-check";
import { type Dialect, since } from "@/lib/schema/language/dialect";

type Part = Record<string, unknown>;
type Looks = fc.Arbitrary<Part>;

const LEVELS = 2;
const name = fc.constantFrom("a", "b", "c");
const simple = fc.constantFrom<unknown>(true, true, { type: "integer" }, { const: 1 }, { minimum: 2 });

export function unevaluatedSchemas(dialect: Dialect): fc.Arbitrary<Part> {
  const rest = fc.constantFrom<unknown>(false, false, false, { type: "integer" }, { const: 2 });
  const both = fc.record({ unevaluatedProperties: rest, unevaluatedItems: rest });
  const one = fc.constantFrom(["unevaluatedProperties"], ["unevaluatedItems"], []);
  const asked = fc.tuple(both, one).map(([all, without]) => less(all, without));
  return fc
    .tuple(looks(dialect, LEVELS), looks(dialect, LEVELS), asked, looks(dialect, 1))
    .map(([a, b, c, part]) => ({ ...a, ...b, ...c, $defs: { part: { ...part, "~label": "part" } } }));
}

function less(all: Part, without: readonly string[]): Part {
  return Object.fromEntries(Object.entries(all).filter(([keyword]) => !without.includes(keyword)));
}

/** A schema that evaluates some members or items. */
function looks(dialect: Dialect, levels: number): Looks {
  const leaves: Looks[] = [
    named(simple).map((properties) => ({ properties })),
    named(simple).map((properties) => ({ properties, required: Object.keys(properties).slice(0, 1) })),
    fc
      .tuple(fc.constantFrom("^a", "b|c", "."), simple)
      .map(([pattern, s]) => ({ patternProperties: { [pattern]: s } })),
    fc.array(simple, { minLength: 1, maxLength: 3 }).map((list) => ({ [tuple(dialect)]: list })),
    simple.map((contains) => ({ contains })),
    fc.tuple(simple, simple).map(([first, items]) => tupleWithRest(dialect, first, items)),
    name.map((required) => ({ required: [required] })),
    simple.map((additionalProperties) => ({ additionalProperties })),
  ];
  if (levels === 0) return fc.oneof(...leaves);
  const inner = looks(dialect, levels - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const maybe = fc.option(inner, { nil: true });
  return fc.oneof(
    ...leaves,
    ...["allOf", "anyOf", "oneOf"].map((keyword) => list.map((schemas): Part => ({ [keyword]: schemas }))),
    fc.record({ if: inner, then: maybe, else: maybe }),
    fc.record({ if: inner }),
    named(inner).map((dependentSchemas) => ({ dependentSchemas })),
    inner.map((not) => ({ not: { not } })),
    inner.map((part) => ({ ...part, unevaluatedProperties: true })),
    fc.nat(5).map((form) => ({ "~ref": { target: "part", form } })),
  );
}

function named<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .array(fc.tuple(name, value), { minLength: 1, maxLength: 2 })
    .map((entries) => Object.fromEntries(entries));
}

function tuple(dialect: Dialect): string {
  return since(dialect, "2020-12") ? "prefixItems" : "items";
}

function tupleWithRest(dialect: Dialect, first: unknown, rest: unknown): Part {
  return since(dialect, "2020-12")
    ? { prefixItems: [first], items: rest }
    : { items: [first], additionalItems: rest };
}
