import { describe, expect, test } from "vitest";
import type { Formats } from "@/lib/protocol/verdict";
import { checkNow } from "@/lib/schema/verdict/check";
import { declareNow } from "@/lib/schema/verdict/declare";

const OWN = "https://example.com/meta";
const V2019 = "https://json-schema.org/draft/2019-09";
const V2020 = "https://json-schema.org/draft/2020-12";

interface Setting {
  meta?: Record<string, unknown>;
  formats?: Formats;
}

/** Documents with a meta-schema of one's own that uses the vocabularies. */
function documents(meta: Record<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map([[OWN, { $id: OWN, $schema: `${V2020}/schema`, ...meta }]]);
}

function verdict(
  schema: Record<string, unknown>,
  value: unknown,
  { meta, formats = "dialect" }: Setting = {},
) {
  const text = JSON.stringify({ $schema: OWN, ...schema });
  const request = {
    key: "k",
    direction: "output",
    text: JSON.stringify(value),
    schema: { kind: "text", text },
    formats,
  } as const;
  return checkNow(request, meta ? { documents: documents(meta) } : {});
}

function notes(schema: Record<string, unknown>, meta: Record<string, unknown>) {
  const text = JSON.stringify({ $schema: OWN, ...schema });
  return declareNow({ text, formats: "dialect", direction: "output" }, { documents: documents(meta) });
}

const using = (...names: string[]): Record<string, unknown> => ({
  $vocabulary: Object.fromEntries(["core", ...names].map((name) => [`${V2020}/vocab/${name}`, true])),
});

describe("a meta-schema that was given", () => {
  test("is unknown where it was not", () => {
    expect(verdict({ type: "string" }, 1)).toMatchObject({
      status: "unchecked",
      reason: expect.stringContaining(
        `unknown dialect "${OWN}"; the known dialects are http://json-schema.org/draft-04`,
      ),
    });
  });

  test("switches off the keywords of vocabularies it does not use", () => {
    const meta = using("applicator");
    const schema = { properties: { a: { minimum: 10 }, b: false } };
    expect(verdict(schema, { a: 1 }, { meta }).status).toBe("valid");
    expect(verdict(schema, { b: 1 }, { meta }).status).toBe("invalid");
    expect(verdict(schema, { a: 1 }, { meta: using("applicator", "validation") }).status).toBe("invalid");
  });

  test("switches off unevaluated* by itself", () => {
    const schema = { properties: { a: true }, unevaluatedProperties: false };
    expect(verdict(schema, { b: 1 }, { meta: using("applicator") }).status).toBe("valid");
    expect(verdict(schema, { b: 1 }, { meta: using("applicator", "unevaluated") }).status).toBe("invalid");
  });

  test("says so of a keyword without effect, and asks nothing of its value", () => {
    const declared = notes({ minimum: "ten", properties: {} }, using("applicator"));
    expect(declared).toMatchObject({ status: "ok", dialect: "2020-12" });
    expect(declared.notes).toEqual([
      expect.objectContaining({
        level: "warning",
        code: "inactive-vocabulary",
        schemaPath: "#/minimum",
        message: "minimum has no effect: its vocabulary is not in use under this $schema",
      }),
    ]);
  });

  test("makes the schema unusable where it needs a vocabulary that is not known", () => {
    const foreign = "https://example.com/vocab/units";
    const meta = { $vocabulary: { [`${V2020}/vocab/core`]: true, [foreign]: true } };
    const declared = notes({}, meta);
    expect(declared.status).toBe("unusable");
    expect(declared.notes[0]).toMatchObject({
      code: "unknown-dialect",
      message: `its $schema needs the vocabulary "${foreign}"; Callscope does not support it`,
    });
    expect(verdict({}, 1, { meta }).status).toBe("unchecked");
  });

  test("may name one that is not known and not needed", () => {
    const meta = {
      $vocabulary: { [`${V2020}/vocab/validation`]: true, "https://example.com/vocab/units": false },
    };
    expect(verdict({ type: "string" }, 1, { meta }).status).toBe("invalid");
  });

  test("takes the vocabularies of its own dialect only", () => {
    const meta = { $vocabulary: { [`${V2019}/vocab/validation`]: true } };
    expect(verdict({}, 1, { meta }).status).toBe("unchecked");
  });

  test("without $vocabulary, or of a dialect without vocabularies, is its dialect", () => {
    expect(verdict({ type: "string" }, 1, { meta: {} }).status).toBe("invalid");
    const old = { $schema: "http://json-schema.org/draft-07/schema#", $vocabulary: { "x:y": true } };
    expect(
      verdict({ $ref: "#/definitions/a", type: "null", definitions: { a: {} } }, 1, { meta: old }).status,
    ).toBe("valid");
  });

  test("is unknown where it leads back to itself", () => {
    expect(verdict({}, 1, { meta: { $schema: OWN } }).status).toBe("unchecked");
  });

  test("makes formats rules by format-assertion, unless they are switched off", () => {
    const schema = { format: "ipv4" };
    const meta = using("format-assertion");
    expect(verdict(schema, "x", { meta }).status).toBe("invalid");
    expect(verdict(schema, "x", { meta, formats: "never" }).status).toBe("valid");
    expect(verdict(schema, "x", { meta: using("format-annotation") }).status).toBe("valid");
    expect(verdict(schema, "x", { meta: using("format-annotation"), formats: "always" }).status).toBe(
      "invalid",
    );
  });

  test.each([
    [true, "invalid"],
    [false, "valid"],
  ])("of 2019-09 makes formats rules by the vocabulary's value %s", (needed, status) => {
    const meta = { $schema: `${V2019}/schema`, $vocabulary: { [`${V2019}/vocab/format`]: needed } };
    expect(verdict({ format: "ipv4" }, "x", { meta }).status).toBe(status);
  });
});
