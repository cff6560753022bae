/** What random schemas once brought to light, each decided by the specification. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Dialect } from "@/lib/schema/language/dialect";
import { checkNow } from "./check";

interface Case {
  title: string;
  /** What the specification says, and where. */
  rule: string;
  dialect: Dialect;
  schema: unknown;
  instance: unknown;
  valid: boolean;
}

// Read here, since an import would make a prototype of a member called `__proto__`.
const file = path.join(import.meta.dirname, "../fixtures", "differential.json");
const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));

describe("differential cases", () => {
  test.each(cases)("$dialect: $title", ({ dialect, schema, instance, valid }) => {
    const request = {
      key: "k",
      direction: "output",
      text: JSON.stringify(instance),
      schema: { kind: "text", text: JSON.stringify(schema) },
      formats: "dialect",
    } as const;
    expect(checkNow(request, { dialect }).status).toBe(valid ? "valid" : "invalid");
  });
});
