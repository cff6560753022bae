/** What breaks a schema is found in every dialect, and is judged by the same check that will judge it in a session. */

import { describe, expect, test } from "vitest";
import type { Side } from "@/lib/protocol/side";
import { addressOf, DIALECTS, type Dialect } from "@/lib/schema/language/dialect";
import type { GenerateRequest } from "@/lib/schema/port";
import { counterexample } from "@/lib/schema/testing/samples";
import { checkNow } from "@/lib/schema/verdict/check";
import { findCounterexample } from "./counterexample";
import { generateNow } from "./generate";

const requestFor = (dialect: Dialect, schema: object | boolean, direction: Side) => {
  const whole = typeof schema === "boolean" ? schema : { $schema: addressOf(dialect), ...schema };
  return {
    direction,
    formats: "dialect" as const,
    schema: JSON.stringify(whole),
  };
};
const statusOf = ({ schema, ...request }: GenerateRequest, text: string) =>
  checkNow({ ...request, key: "test", text, schema: { kind: "text", text: schema } }).status;

const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const DAYS = { properties: { days: { type: "integer", minimum: 1 } } };
const MODERN: readonly Dialect[] = ["draft-06", "draft-07", "2019-09", "2020-12"];
const NEWEST: readonly Dialect[] = ["2019-09", "2020-12"];

const BREAKABLE: [string, object, (readonly Dialect[])?][] = [
  ["a member", CITY],
  ["a root that is a reference", { $ref: "#/definitions/trip", definitions: { trip: CITY } }],
  [
    "a reference to a reference",
    { $ref: "#/definitions/a", definitions: { a: { $ref: "#/definitions/b" }, b: CITY } },
  ],
  ["references in a circle", { properties: { next: { $ref: "#" } }, required: ["city"] }],
  ["an anchor", { $ref: "#trip", $defs: { trip: { $anchor: "trip", ...CITY } } }, NEWEST],
  ["an address", { $ref: "trip.json", $defs: { trip: { $id: "trip.json", ...CITY } } }, NEWEST],
  ["all of two", { allOf: [CITY, DAYS] }],
  ["any of two", { anyOf: [CITY, { required: ["days"] }] }],
  [
    "one of two that both allow the empty object",
    { oneOf: [DAYS, { properties: { city: { type: "string" } } }] },
  ],
  [
    "any of two, by a member that one names",
    { anyOf: [{ properties: { a: { type: "string" } } }, { required: ["zip"] }] },
  ],
  [
    "one of two, by a member that one names",
    { oneOf: [{ properties: { a: { type: "string" } } }, { required: ["zip"] }] },
  ],
  ["one of two by their kinds", { oneOf: [CITY, { type: "object", required: ["zip"] }] }],
  ["all of references", { allOf: [{ $ref: "#/definitions/a" }], definitions: { a: DAYS } }],
  ["a condition", { if: { required: ["city"] }, then: { required: ["zip"] } }, ["draft-07", ...NEWEST]],
  ["a negation", { not: { required: ["city"] } }],
  ["no further members, alone", { additionalProperties: false }],
  ["no further members, and all others optional", { properties: { a: {} }, additionalProperties: false }],
  ["further members of one type", { additionalProperties: { type: "string" } }],
  ["no members", { maxProperties: 0 }],
  ["at most seven members", { maxProperties: 7 }],
  ["at least two members", { minProperties: 2 }],
  ["members by pattern", { patternProperties: { "^x": { type: "string" } } }],
  ["names", { propertyNames: { pattern: "^[a-z]+$" } }, MODERN],
  ["members that need others", { dependencies: { a: ["b"] } }, ["draft-04", "draft-06", "draft-07"]],
  ["members that need others, by their newer name", { dependentRequired: { a: ["b"] } }, NEWEST],
  ["a limit without a type", { properties: { n: { minimum: 0 } } }],
  ["a length without a type", { properties: { s: { maxLength: 10 } } }],
  ["an enum", { properties: { unit: { enum: ["c", "f"] } } }],
  [
    "a member that is a reference",
    { properties: { t: { $ref: "#/definitions/s" } }, definitions: { s: { type: "string" } } },
  ],
  ["what nothing meets", { not: {} }],
];

describe.each(DIALECTS)("%s", (dialect) => {
  const here = BREAKABLE.filter(([, , only]) => !only || only.includes(dialect));
  describe.each(["input", "output"] as const)("%s", (direction) => {
    test.each(here)("is broken where it has %s", async (_name, schema) => {
      const request = requestFor(dialect, schema, direction);
      const text = await counterexample(request);
      expect(text === null ? "nothing found" : statusOf(request, text)).toBe("invalid");
      if (direction === "input") expect(text).toMatch(/^\{/);
    });

    test.each<[string, object | boolean]>([
      ["nothing", {}],
      ["annotations alone", { title: "Anything", description: "at all" }],
      ["a rule that all objects and others meet", { anyOf: [{}, CITY] }],
      ["true, as far as the dialect knows it", dialect === "draft-04" ? {} : { allOf: [true] }],
    ])("is broken by nothing where it has %s", async (_name, schema) => {
      expect(await counterexample(requestFor(dialect, schema, direction))).toBeNull();
    });
  });

  test("a result of another type than a scalar", async () => {
    const scalars = [
      { type: "string" },
      { type: "number", maximum: 5 },
      { maxLength: 3 },
      { uniqueItems: true },
      { multipleOf: 7 },
      { enum: ["a"] },
    ];
    for (const schema of scalars) {
      const request = requestFor(dialect, schema, "output");
      const text = await counterexample(request);
      expect(text === null ? schema : statusOf(request, text)).toBe("invalid");
    }
  });
});

test("is nothing where a schema cannot be used: then nothing is checked", async () => {
  const unusable = requestFor("2020-12", { type: "no such type" }, "input");
  expect(await counterexample(unusable)).toBeNull();
  const notJson = { ...unusable, schema: "{" };
  expect(await counterexample(notJson)).toBeNull();
});

describe("gives up in good time", () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`m${i}`, {}]));

  test("on a schema that is large and accepts everything", async () => {
    const request = requestFor("2020-12", { properties: many }, "output");
    let asked = 0;
    const text = await findCounterexample(
      {
        generate: async (slice) => {
          asked += 1;
          return generateNow(request, slice);
        },
        check: () => Promise.reject(new Error("nothing to check")),
      },
      "output",
    );
    expect({ text, asked }).toEqual({ text: null, asked: 1 });
  });

  test("on one whose every member is the schema again", async () => {
    const properties = Object.fromEntries(Object.keys(many).map((name) => [name, { $ref: "#" }]));
    const text = await counterexample(requestFor("2020-12", { type: "object", properties }, "output"));
    expect(text?.length).toBeLessThan(200_000);
  });

  test("on one whose near misses are cut off", async () => {
    const rule = { keyword: "type", schemaPath: "#/properties/a/type" };
    const heads = Array.from({ length: 9 }, () => ({ kind: "near-miss" as const, title: "", rule }));
    const asked: (number | undefined)[] = [];
    const text = await findCounterexample(
      {
        generate: async ({ from, count }) => {
          asked.push(from);
          return count === 0 ? { heads, samples: [], left: 0 } : "the check took longer than 1000 ms";
        },
        check: () => Promise.reject(new Error("nothing to check")),
      },
      "input",
    );
    expect({ text, asked }).toEqual({ text: null, asked: [0, 0, 1, 2] });
  });
});

test("breaks the type of a member first, then leaves one out, and the type of the whole last", async () => {
  const whole = (schema: object) => requestFor("2020-12", schema, "output");
  expect(await counterexample(whole(CITY))).toBe('{"city":42}');
  expect(await counterexample(whole({ type: "object", required: ["city"] }))).toBe("{}");
  expect(await counterexample(whole({ type: "array" }))).toBe('"text"');
});

test("is a plain value where no near miss could be built", async () => {
  const rule = { keyword: "required", schemaPath: "#/required" };
  const head = { kind: "near-miss" as const, title: "", rule };
  const { schema, ...request } = requestFor("2020-12", CITY, "input");
  const text = await findCounterexample(
    {
      generate: async ({ count }) => ({
        heads: [head],
        samples: count === 0 ? [] : [{ ...head, why: "No value could be built." }],
        left: 0,
      }),
      check: async (given) =>
        checkNow({ ...request, key: "test", text: given, schema: { kind: "text", text: schema } }),
    },
    "input",
  );
  expect(text).toBe("{}");
});
