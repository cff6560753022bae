/** Rules that our own code checks beside those of the validator: told apart in the verdict, alike in the findings. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KEYWORDS } from "@/lib/schema/compile/own-keywords";
import { checkNow } from "./check";
import { declareNow } from "./declare";

function check(schema: unknown, value: unknown) {
  return checkNow({
    key: "k",
    direction: "output",
    text: JSON.stringify(value),
    schema: { kind: "text", text: JSON.stringify(schema) },
    formats: "dialect",
  });
}

describe("the rules that our own code checks", () => {
  test("are not told of where there are none", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(check(schema, { a: "" })).not.toHaveProperty("ownRules");
    expect(check(schema, {})).not.toHaveProperty("ownRules");
    expect(check(false, {})).not.toHaveProperty("ownRules");
  });

  test.each<[unknown, string[]]>([
    [{ enum: [1] }, ["enum"]],
    [
      { properties: { a: { const: 1 }, b: { not: {} } }, unevaluatedProperties: false },
      ["const", "not", "unevaluatedProperties"],
    ],
    [{ items: { anyOf: [{ contains: {} }, { uniqueItems: true }] } }, ["contains", "uniqueItems"]],
    [
      { $dynamicRef: "#a", $defs: { x: { $dynamicAnchor: "a", multipleOf: 2 } } },
      ["$dynamicRef", "multipleOf"],
    ],
    [{ $defs: { unused: { enum: [1] } } }, []],
    [{ properties: { enum: {}, not: {} } }, []],
  ])("%j: %j", (schema, rules) => {
    const expected = rules.length > 0 ? rules : undefined;
    for (const value of [1, {}, [], null]) expect(check(schema, value).ownRules).toEqual(expected);
    const text = JSON.stringify(schema);
    expect(declareNow({ text, formats: "dialect", direction: "output" }).ownRules).toEqual(expected);
  });

  test("are not told of where the schema is unusable", () => {
    expect(check({ enum: [1], type: "no" }, 1)).not.toHaveProperty("ownRules");
  });
});

/** Rules on one object, each broken by `{"a": 1}`, in the words of our code and of the validator in turn. */
const RULES = {
  const: 1,
  minProperties: 2,
  enum: [1, 2],
  maxProperties: 0,
  not: {},
  type: "string",
  dependencies: { a: ["b"] },
  required: ["c"],
};

describe("findings", () => {
  test("are sorted by place, and at one place as their rules stand in the schema", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.keys(RULES), { minLength: Object.keys(RULES).length }),
        (order) => {
          const schema = Object.fromEntries(
            order.map((keyword) => [keyword, RULES[keyword as keyof typeof RULES]]),
          );
          const { findings } = check({ items: schema }, [{ a: 1 }, { a: 1 }]);
          expect(findings.map(({ keyword }) => keyword)).toEqual([...order, ...order]);
          const offsets = findings.map(({ at }) => at?.offset ?? -1);
          expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        },
      ),
      { seed: 1 },
    );
  });

  test("have one form, whatever code found them", () => {
    const { findings } = check({ ...RULES, if: {}, then: false, contains: false }, { a: 1 });
    const shapes = findings.map((finding) => Object.keys(finding).join());
    expect(new Set(shapes)).toEqual(new Set(["keyword,instancePath,schemaPath,message,params,at,schemaAt"]));
    const own = new Set(KEYWORDS.map(({ keyword }) => keyword));
    expect(new Set(findings.map(({ keyword }) => own.has(keyword)))).toEqual(new Set([true, false]));
    for (const { at, schemaAt, schemaPath, keyword } of findings) {
      expect({ at, schemaAt }).toEqual({ at: expect.anything(), schemaAt: expect.anything() });
      expect(keyword === "false schema" || schemaPath.endsWith(`/${keyword}`)).toBe(true);
    }
  });
});
