import { describe, expect, test } from "vitest";
import { checkedValue } from "@/lib/protocol/checked-value";
import type { Side } from "@/lib/protocol/side";
import type { Finding, Verdict } from "@/lib/protocol/verdict";
import cases from "@/lib/schema/fixtures/cases.json";
import { checkNow } from "./check";
import { declareNow } from "./declare";

interface Case {
  id: string;
  title: string;
  direction: Side;
  schema?: unknown;
  schemaText?: string;
  text: string;
  status: Verdict["status"];
  value?: unknown;
  valueText?: string;
  readAs?: string;
  errors?: Partial<Finding>[];
  noErrors?: Partial<Finding>[];
  notes?: { code: string; path: string }[];
  declare?: { status: string; schemaPath?: string; notes?: { code: string; schemaPath?: string }[] };
}

const verdictOf = (c: Case): Verdict =>
  checkNow({
    key: c.id,
    direction: c.direction,
    text: c.text,
    schema: { kind: "text", text: c.schemaText ?? JSON.stringify(c.schema, null, 2) },
    formats: "dialect",
  });

describe.each(cases as Case[])("$id $title", (c) => {
  test("gets its verdict", () => {
    const { status, findings, notes, readAs } = verdictOf(c);
    expect({ status, readAs }).toEqual({ status: c.status, readAs: c.readAs });
    expect(findings).toEqual(expect.arrayContaining(among(c.errors)));
    expect(notes).toEqual(expect.arrayContaining(among(c.notes)));
    for (const error of c.noErrors ?? []) expect(findings).not.toContainEqual(expect.objectContaining(error));
    if (c.status === "valid") expect(findings).toEqual([]);
  });

  test("keeps the value as it came", () => {
    const verdict = verdictOf(c);
    expect(verdict).not.toHaveProperty("value");
    const value = checkedValue(c.text, verdict);
    if (c.value !== undefined) expect(value).toEqual(c.value);
    if (c.valueText !== undefined) expect(JSON.stringify(value)).toBe(c.valueText);
    expect({}).not.toHaveProperty("admin");
  });

  test("has its schema's faults told", () => {
    const text = c.schemaText ?? JSON.stringify(c.schema, null, 2);
    const { status, notes } = declareNow({ text, formats: "dialect", direction: c.direction });
    if (c.declare) expect(status).toBe(c.declare.status);
    for (const note of c.declare?.notes ?? []) expect(notes).toContainEqual(expect.objectContaining(note));
    if (c.declare?.schemaPath) {
      expect(notes).toContainEqual(
        expect.objectContaining({ level: "error", schemaPath: c.declare.schemaPath }),
      );
    }
  });
});

/** Things of which at least so much has to be found. */
function among(expected: object[] = []): unknown[] {
  return expected.map((part) => expect.objectContaining(part));
}

describe("cases made to size", () => {
  const check = (schema: unknown, text: string): Verdict =>
    checkNow({
      key: "k",
      direction: "input",
      text,
      schema: { kind: "text", text: JSON.stringify(schema) },
      formats: "dialect",
    });

  test("C118 a schema with three thousand members", () => {
    const members = Array.from({ length: 3000 }, (_, i) => [
      `p${i}`,
      { type: "string", enum: [`a${i}`, "b"] },
    ]);
    const verdict = check({ type: "object", properties: Object.fromEntries(members) }, '{"p1":"zzz"}');
    expect(verdict.findings).toMatchObject([{ keyword: "enum", instancePath: "/p1" }]);
  });

  test("C120 twenty thousand different objects under uniqueItems", () => {
    const items = Array.from({ length: 20_000 }, (_, i) => ({ i }));
    const verdict = check(
      { properties: { a: { type: "array", uniqueItems: true } } },
      JSON.stringify({ a: items }),
    );
    expect(verdict.status).toBe("valid");
  });

  test("C100 prices are multiples of a cent", () => {
    const schema = { properties: { price: { multipleOf: 0.01 } } };
    const status = (price: string) => check(schema, `{"price":${price}}`).status;
    expect(["19.99", "143.48", "8.69", "8.695"].map(status)).toEqual(["valid", "valid", "valid", "invalid"]);
  });
});
