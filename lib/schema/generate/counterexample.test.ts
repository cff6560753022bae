/** What breaks a schema is found in every dialect, and is judged by the same check that will judge it in a session. */
import { describe, expect, it } from "vitest";
import { addressOf, DIALECTS, type Dialect } from "@/lib/schema/language/dialect";
import { checkNow } from "@/lib/schema/verdict/check";
import { findCounterexample } from "./counterexample";

const checker = { check: (request: Parameters<typeof checkNow>[0]) => Promise.resolve(checkNow(request)) };
type Direction = "input" | "output";

const requestFor = (dialect: Dialect, schema: object | boolean, direction: Direction) => {
  const whole = typeof schema === "boolean" ? schema : { $schema: addressOf(dialect), ...schema };
  return {
    direction,
    formats: "dialect" as const,
    schema: { kind: "text" as const, text: JSON.stringify(whole) },
  };
};
const statusOf = (request: ReturnType<typeof requestFor>, text: string) =>
  checkNow({ ...request, key: "test", text }).status;

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
    it.each(here)("is broken where it has %s", async (_name, schema) => {
      const request = requestFor(dialect, schema, direction);
      const text = await findCounterexample(checker, request);
      expect(text === null ? "nothing found" : statusOf(request, text)).toBe("invalid");
      if (direction === "input") expect(text).toMatch(/^\{/);
    });

    it.each<[string, object | boolean]>([
      ["nothing", {}],
      ["annotations alone", { title: "Anything", description: "at all" }],
      ["a rule that all objects and others meet", { anyOf: [{}, CITY] }],
      ["true, as far as the dialect knows it", dialect === "draft-04" ? {} : { allOf: [true] }],
    ])("is broken by nothing where it has %s", async (_name, schema) => {
      expect(await findCounterexample(checker, requestFor(dialect, schema, direction))).toBeNull();
    });
  });

  it("a result of another type than a scalar", async () => {
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
      const text = await findCounterexample(checker, request);
      expect(text === null ? schema : statusOf(request, text)).toBe("invalid");
    }
  });
});

it("is nothing where a schema cannot be used: then nothing is checked", async () => {
  const unusable = requestFor("2020-12", { type: "no such type" }, "input");
  expect(await findCounterexample(checker, unusable)).toBeNull();
  const notJson = { ...unusable, schema: { kind: "text" as const, text: "{" } };
  expect(await findCounterexample(checker, notJson)).toBeNull();
});

describe("gives up in good time", () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`m${i}`, {}]));
  const request = requestFor("2020-12", { properties: many }, "output");
  const counted = async (check: (asked: Parameters<typeof checkNow>[0]) => ReturnType<typeof checkNow>) => {
    let checks = 0;
    const text = await findCounterexample(
      {
        check: (asked) => {
          checks += 1;
          return Promise.resolve(check(asked));
        },
      },
      request,
    );
    return { text, checks };
  };

  it("on a schema that is large and accepts everything", async () => {
    const { text, checks } = await counted(checkNow);
    expect(text).toBeNull();
    expect(checks).toBeLessThanOrEqual(400);
  });

  it("on one whose every member is the schema again", async () => {
    const properties = Object.fromEntries(Object.keys(many).map((name) => [name, { $ref: "#" }]));
    const text = await findCounterexample(
      checker,
      requestFor("2020-12", { type: "object", properties }, "output"),
    );
    expect(text?.length).toBeLessThan(200_000);
  });

  it("on one whose checks are cut off", async () => {
    const aborted = {
      status: "aborted" as const,
      reason: "time",
      error: "",
      findings: [],
      more: 0,
      notes: [],
    };
    expect(await counted(() => aborted)).toEqual({ text: null, checks: 3 });
  });
});
