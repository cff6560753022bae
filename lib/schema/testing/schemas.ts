/**
 * Random schemas of a dialect. All are valid against its meta-schema. References, addresses and anchors are marks that
 * link.ts turns into real ones, so that every reference leads somewhere.
 */
import fc from "fast-check";
import { type Dialect, since } from "@/lib/schema/language/dialect";
import { DIVISORS, json, NUMBERS, name, PATTERNS, record } from "./pools";
import { unevaluatedSchemas } from "./unevaluated-schemas";

/** A schema whose references are still marks. */
export type Sketch = Record<string, unknown> | boolean;

type Part = Record<string, unknown>;
type Parts = { weight: number; arbitrary: fc.Arbitrary<Part> }[];

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];
const DEPTH = 3;

/** Formats that the dialect's own standard defines and both validators know. */
const FORMATS: Record<Dialect, string[]> = {
  "draft-04": ["date-time", "email", "ipv4", "ipv6", "hostname", "uri"],
  "draft-06": ["date-time", "email", "ipv4", "ipv6", "hostname", "uri", "uri-reference", "json-pointer"],
  "draft-07": ["date-time", "date", "time", "email", "ipv4", "ipv6", "uri", "regex", "relative-json-pointer"],
  "2019-09": ["date-time", "date", "uuid", "duration", "ipv4"],
  "2020-12": ["date-time", "date", "uuid", "duration", "ipv4"],
};

/** Rules that distinguish small trees. */
const TELLING: Part[] = [
  ...[{ type: ["object", "array"] }, { required: ["a"] }, { maxProperties: 1 }, { minProperties: 1 }],
  ...[{ maxItems: 1 }, { properties: { a: { type: "object" } } }, { items: { type: "array" } }],
];

const count = fc.constantFrom(0, 1, 2, 3);
const text = fc.constantFrom(...PATTERNS);
const names = fc.uniqueArray(name, { maxLength: 3 });

export function sketches(dialect: Dialect): fc.Arbitrary<Sketch> {
  return new Sketcher(dialect).root();
}

class Sketcher {
  private readonly known = new Map<number, fc.Arbitrary<Sketch>>();
  private readonly is2020: boolean;
  private readonly hasUnevaluated: boolean;

  constructor(private readonly dialect: Dialect) {
    this.is2020 = since(dialect, "2020-12");
    this.hasUnevaluated = since(dialect, "2019-09");
  }

  root(): fc.Arbitrary<Sketch> {
    const container = since(this.dialect, "2019-09") ? "$defs" : "definitions";
    const definitions = fc.array(this.object(DEPTH - 1), { maxLength: 3 }).map((list) => ({
      [container]: Object.fromEntries(
        list.map((schema, i) => [["one", "two/~", "%25 three"][i] ?? "x", schema]),
      ),
    }));
    const own = this.object(DEPTH);
    return fc.oneof(
      { weight: 3, arbitrary: own },
      { weight: 4, arbitrary: fc.tuple(own, definitions).map(([a, b]) => ({ ...a, ...b })) },
      ...(this.hasUnevaluated ? [{ weight: 2, arbitrary: this.recursive() }] : []),
      ...(this.hasUnevaluated ? [{ weight: 2, arbitrary: unevaluatedSchemas(this.dialect) }] : []),
    );
  }

  /**
   * A schema that refers to itself through the dynamic scope, another one that extends it, and schemas that use them.
   */
  private recursive(): fc.Arbitrary<Part> {
    const about = fc.oneof(this.object(1), fc.constantFrom<Part>(...TELLING));
    const anchor = fc.constantFrom(0, 0, 0, 1, 2).map((n): Part => ({ "~dynamicAnchor": n }));
    const other = fc.constantFrom(1, 1, 1, 0, 2).map((n): Part => ({ "~dynamicAnchor": n }));
    const address = fc.nat(30).map((n): Part => ({ "~id": n }));
    const again = fc.tuple(about, fc.nat(2)).map(([a, n]): Part => ({ ...a, "~dynamicRef": n }));
    const to = (target: string) => fc.nat(9).map((form): Part => ({ "~ref": { target, form } }));
    const steps = fc.oneof(
      record(again).map((properties): Part => ({ properties })),
      again.map((items): Part => ({ items })),
      again.map((additionalProperties): Part => ({ additionalProperties })),
      again,
    );
    const inner = fc.tuple(about, other).map((parts) => ({ $defs: { inner: merged(parts) } }));
    const none = fc.constant<Part>({});
    const tree = fc.tuple(about, steps, fc.oneof(anchor, anchor, none), fc.oneof(inner, none), address);
    const extension = fc.tuple(about, fc.oneof(anchor, anchor, inner), address, to("tree"));
    const user = fc.oneof(
      to("extension"),
      record(fc.oneof(to("tree"), to("extension"))).map((properties) => ({ properties })),
    );
    return fc
      .tuple(tree, extension, about, fc.oneof(user, steps), fc.oneof(address, anchor))
      .map(([a, b, ...rest]) => ({
        ...merged(rest),
        $defs: {
          tree: { ...merged(a), "~label": "tree" },
          extension: { ...merged(b), "~label": "extension" },
        },
      }));
  }

  /** A schema, also `true` or `false` where the dialect has them. */
  private schema(depth: number): fc.Arbitrary<Sketch> {
    const known = this.known.get(depth);
    if (known) return known;
    const object = this.object(depth);
    const made: fc.Arbitrary<Sketch> =
      this.dialect === "draft-04"
        ? object
        : fc.oneof({ weight: 8, arbitrary: object }, { weight: 1, arbitrary: fc.boolean() });
    this.known.set(depth, made);
    return made;
  }

  private object(depth: number): fc.Arbitrary<Part> {
    const parts = depth <= 0 ? this.leaves() : [...this.leaves(), ...this.applicators(depth - 1)];
    return fc
      .tuple(fc.array(fc.oneof(...parts), { minLength: 0, maxLength: depth === DEPTH ? 4 : 3 }), this.marks())
      .map(([chosen, marks]) => Object.assign({}, ...chosen, marks));
  }

  /** A reference, an address, an anchor: sometimes. */
  private marks(): fc.Arbitrary<Part> {
    const mark = (key: string) => fc.nat(30).map((n): Part => ({ [key]: n }));
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant<Part>({}) },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.nat(30), fc.nat(5)).map(([target, form]) => ({ "~ref": { target, form } })),
      },
      { weight: 1, arbitrary: mark("~id") },
      { weight: 1, arbitrary: mark("~anchor") },
      { weight: 1, arbitrary: mark("~dynamicAnchor") },
      { weight: 1, arbitrary: mark("~dynamicRef") },
      {
        weight: 1,
        arbitrary: fc.tuple(mark("~id"), mark("~dynamicAnchor")).map(([a, b]) => ({ ...a, ...b })),
      },
    );
  }

  private leaves(): Parts {
    const number = fc.constantFrom(...NUMBERS.filter((n) => Math.abs(n) < 1000));
    const type = fc.oneof(
      fc.constantFrom(...TYPES),
      fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 4 }),
    );
    return [
      { weight: 4, arbitrary: type.map((value) => ({ type: value })) },
      { weight: 2, arbitrary: this.values() },
      { weight: 2, arbitrary: this.limits(number) },
      { weight: 1, arbitrary: fc.constantFrom(...DIVISORS).map((multipleOf) => ({ multipleOf })) },
      { weight: 1, arbitrary: count.map((minLength) => ({ minLength })) },
      { weight: 1, arbitrary: count.map((maxLength) => ({ maxLength })) },
      { weight: 1, arbitrary: text.map((pattern) => ({ pattern })) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...FORMATS[this.dialect], "no-such").map((format) => ({ format })),
      },
      { weight: 1, arbitrary: count.map((minItems) => ({ minItems })) },
      { weight: 1, arbitrary: count.map((maxItems) => ({ maxItems })) },
      { weight: 1, arbitrary: fc.boolean().map((uniqueItems) => ({ uniqueItems })) },
      { weight: 2, arbitrary: this.required().map((required) => ({ required })) },
      { weight: 1, arbitrary: count.map((minProperties) => ({ minProperties })) },
      { weight: 1, arbitrary: count.map((maxProperties) => ({ maxProperties })) },
      { weight: 1, arbitrary: this.notes() },
    ];
  }

  /** Up to draft-04 a list of names is never empty. */
  private required(): fc.Arbitrary<string[]> {
    return fc.uniqueArray(name, { minLength: this.dialect === "draft-04" ? 1 : 0, maxLength: 2 });
  }

  private values(): fc.Arbitrary<Part> {
    const minLength = since(this.dialect, "2019-09") ? 0 : 1;
    const selector = (value: unknown) => JSON.stringify(value);
    const list = fc
      .uniqueArray(json, { minLength, maxLength: 5, selector })
      .map((values) => ({ enum: values }));
    return this.dialect === "draft-04"
      ? list
      : fc.oneof(
          list,
          json.map((value) => ({ const: value })),
        );
  }

  private limits(number: fc.Arbitrary<number>): fc.Arbitrary<Part> {
    const limit = (keyword: string) => number.map((n): Part => ({ [keyword]: n }));
    if (this.dialect !== "draft-04")
      return fc.oneof(...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(limit));
    const both = (keyword: string, exclusive: string) =>
      fc.tuple(number, fc.boolean()).map(([n, yes]): Part => ({ [keyword]: n, [exclusive]: yes }));
    return fc.oneof(
      limit("minimum"),
      limit("maximum"),
      both("minimum", "exclusiveMinimum"),
      both("maximum", "exclusiveMaximum"),
    );
  }

  /** Members without effect: texts for readers, and words that are not keywords here. */
  private notes(): fc.Arbitrary<Part> {
    return fc.oneof(
      json.map((value) => ({ default: value })),
      fc.constantFrom<Part>(
        { title: "t", description: "d" },
        { nullable: true },
        { $async: true },
        { "x-never": true },
        { discriminator: { propertyName: "a" } },
        { minContains: 2 },
        { else: false },
        { constructor: { type: "null" } },
        { toString: 1 },
        { regexp: "^x" },
      ),
    );
  }

  private applicators(depth: number): Parts {
    const inner = this.schema(depth);
    const some = fc.array(inner, { minLength: 1, maxLength: 3 });
    const rest = this.rest(inner);
    return [
      { weight: 4, arbitrary: record(inner).map((properties) => ({ properties })) },
      { weight: 2, arbitrary: this.byPattern(inner).map((patternProperties) => ({ patternProperties })) },
      { weight: 2, arbitrary: rest.map((additionalProperties) => ({ additionalProperties })) },
      { weight: 1, arbitrary: some.map((allOf) => ({ allOf })) },
      { weight: 2, arbitrary: some.map((anyOf) => ({ anyOf })) },
      { weight: 2, arbitrary: some.map((oneOf) => ({ oneOf })) },
      { weight: 1, arbitrary: inner.map((not) => ({ not })) },
      { weight: 2, arbitrary: this.arrays(inner, rest) },
      { weight: 1, arbitrary: this.dependent(inner) },
      ...(this.dialect === "draft-04"
        ? []
        : [this.names(inner), { weight: 2, arbitrary: this.contains(inner) }]),
      ...(since(this.dialect, "draft-07") ? [{ weight: 2, arbitrary: conditions(inner) }] : []),
      ...(this.hasUnevaluated ? [{ weight: 4, arbitrary: this.unevaluated(inner) }] : []),
    ];
  }

  /** The schema for the remaining members or items; draft-04 allows booleans only here. */
  private rest(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Sketch> {
    return this.dialect === "draft-04" ? fc.oneof<fc.Arbitrary<Sketch>[]>(inner, fc.boolean()) : inner;
  }

  private names(inner: fc.Arbitrary<Sketch>): Parts[number] {
    return { weight: 1, arbitrary: inner.map((propertyNames) => ({ propertyNames })) };
  }

  private byPattern(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Record<string, Sketch>> {
    return fc.array(fc.tuple(text, inner), { maxLength: 2 }).map((entries) => Object.fromEntries(entries));
  }

  private arrays(inner: fc.Arbitrary<Sketch>, rest: fc.Arbitrary<Sketch>): fc.Arbitrary<Part> {
    const list = fc.array(inner, { minLength: 1, maxLength: 2 });
    const items = inner.map((value): Part => ({ items: value }));
    if (this.is2020) {
      const prefix = list.map((prefixItems): Part => ({ prefixItems }));
      return fc.oneof(
        items,
        prefix,
        fc.tuple(prefix, items).map(([a, b]) => ({ ...a, ...b })),
      );
    }
    const tuple = list.map((value): Part => ({ items: value }));
    const additional = rest.map((additionalItems): Part => ({ additionalItems }));
    return fc.oneof(
      items,
      tuple,
      additional,
      fc.tuple(tuple, additional).map(([a, b]) => ({ ...a, ...b })),
    );
  }

  private contains(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Part> {
    const bound = fc.option(count, { nil: undefined });
    return fc.tuple(inner, bound, bound).map(([contains, minContains, maxContains]) => ({
      contains,
      ...(this.hasUnevaluated && minContains !== undefined ? { minContains } : {}),
      ...(this.hasUnevaluated && maxContains !== undefined ? { maxContains } : {}),
    }));
  }

  private dependent(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Part> {
    if (since(this.dialect, "2019-09"))
      return fc.oneof(
        record(names).map((dependentRequired) => ({ dependentRequired })),
        record(inner).map((dependentSchemas) => ({ dependentSchemas })),
      );
    return record(fc.oneof<fc.Arbitrary<unknown>[]>(this.required(), inner)).map((dependencies) => ({
      dependencies,
    }));
  }

  private unevaluated(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Part> {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constant<Sketch>(false) },
      { weight: 1, arbitrary: inner },
    );
    return fc.oneof(
      value.map((unevaluatedProperties) => ({ unevaluatedProperties })),
      value.map((unevaluatedItems) => ({ unevaluatedItems })),
    );
  }
}

function merged(parts: readonly Part[]): Part {
  return Object.assign({}, ...parts);
}

function conditions(inner: fc.Arbitrary<Sketch>): fc.Arbitrary<Part> {
  return fc
    .tuple(inner, fc.option(inner, { nil: undefined }), fc.option(inner, { nil: undefined }))
    .map(([condition, yes, no]) => ({
      if: condition,
      ...(yes === undefined ? {} : { then: yes }),
      ...(no === undefined ? {} : { else: no }),
    }));
}
