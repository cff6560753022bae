import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { vitestOf } from "./case-test";

describe("as a test of its own", () => {
  const schemas = [
    '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}',
    ...[
      "draft-04/schema#",
      "draft-06/schema#",
      "draft-07/schema#",
      "draft/2019-09/schema",
      "draft/2020-12/schema",
    ].map(
      (address) =>
        `{"$schema": "http${address.includes("draft/") ? "s" : ""}://json-schema.org/${address}", "properties": {"n": {"type": "integer"}}, "required": ["n"]}`,
    ),
  ];
  test("runs and passes on its own, and fails where the verdict would be another", {
    timeout: 60_000,
  }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "callscope-case-tests-"));
    symlinkSync(path.join(process.cwd(), "node_modules"), path.join(folder, "node_modules"));
    try {
      const write = (name: string, text: string | null) => writeFileSync(path.join(folder, name), text ?? "");
      const kept = (text: string, status: "valid" | "invalid" | "malformed") => ({
        ...{ tool: "book", name: "it's `so`", direction: "input" as const, schema: "", text, status },
      });
      for (const [i, schema] of schemas.entries()) {
        write(`good-${i}.test.ts`, vitestOf({ ...kept('{"n": 1}', "valid"), schema }));
        write(`bad-${i}.test.ts`, vitestOf({ ...kept('{"n": "\\u0024{x}"}', "invalid"), schema }));
      }
      write("cut.test.ts", vitestOf(kept('{"n": ', "malformed")));
      const plain = { direction: "output" as const, schema: '{"type": "string"}' };
      write("text.test.ts", vitestOf({ ...kept("not JSON", "valid"), ...plain }));
      write("wrong.test.ts", vitestOf({ ...kept("{}", "valid"), schema: schemas[0] ?? "" }));
      const run = () =>
        execFileSync("npx", ["vitest", "run", "--root", folder, "--reporter", "json"], { encoding: "utf8" });
      let out = "";
      try {
        out = run();
      } catch (error) {
        out = String((error as { stdout?: string }).stdout);
      }
      const report = JSON.parse(out.slice(out.indexOf("{")));
      expect({ passed: report.numPassedTests, failed: report.numFailedTests }).toEqual({
        passed: 14,
        failed: 1,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("there is none for what was not checked", () => {
    const kept = { tool: "book", name: "a", direction: "input", schema: "", text: "{}" } as const;
    expect(vitestOf({ ...kept, status: "unchecked" })).toBeNull();
  });
});
