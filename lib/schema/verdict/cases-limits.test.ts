/** Limits of a check: each ends it and tells its number. */

import { afterEach, describe, expect, test } from "vitest";
import type { Side } from "@/lib/protocol/side";
import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";
import type { Checker } from "@/lib/schema/port";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { type CheckerOptions, createChecker } from "@/lib/schema/threads/checker";
import { checkNow } from "./check";

const open: Checker[] = [];
const checker = (options: CheckerOptions): Checker => {
  const made = createChecker({ workers: 1, ...options });
  open.push(made);
  return made;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
});

const request = (direction: Side, text: string, schema: CheckRequest["schema"]) =>
  ({ key: "k", direction, text, schema, formats: "dialect" }) satisfies CheckRequest;

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("depth", () => {
  const anything = { kind: "text", text: "{}" } as const;
  const result = (levels: number, schema: CheckRequest["schema"] = anything): Verdict =>
    checkNow(request("output", nested(levels), schema));

  test("of a result that is checked", () => {
    const { resultDepth } = DEFAULT_LIMITS;
    expect(result(resultDepth)).toMatchObject({ status: "valid", readAs: "json" });
    expect(result(resultDepth + 1)).toMatchObject({
      status: "aborted",
      error: `could not be checked: a result nested deeper than the limit of ${resultDepth} levels`,
    });
  });

  test("does not matter where nothing is to be checked", () => {
    expect(result(10_000, { kind: "none" })).toMatchObject({ status: "valid", readAs: "json" });
  });

  test("of arguments makes them malformed (D3)", () => {
    const text = `{"a":${nested(127)}}`;
    expect(checkNow(request("input", text, anything))).toMatchObject({
      status: "malformed",
      error: "nested deeper than the limit of 127 levels (line 1, column 132)",
    });
  });

  test("of a schema makes it unusable", () => {
    const schema = `${'{"items":'.repeat(1200)}{}${"}".repeat(1200)}`;
    expect(checkNow(request("input", "{}", { kind: "text", text: schema }))).toMatchObject({
      status: "unchecked",
      reason: expect.stringContaining("nested deeper than the limit of 1200 levels"),
    });
  });
});

describe("time", () => {
  test("C110 a pattern with nested repetition is stopped, and other checks go on meanwhile", async () => {
    const two = checker({ workers: 2, checkMs: 500 });
    const schema = {
      kind: "text",
      text: '{"properties":{"s":{"type":"string","pattern":"^(a|a)*$"}}}',
    } as const;
    const order: string[] = [];
    const [stopped, other] = await Promise.all([
      two.check(request("input", `{"s":"${"a".repeat(40)}X"}`, schema)).finally(() => order.push("bomb")),
      two.check(request("input", '{"s":"aaa"}', schema)).finally(() => order.push("other")),
    ]);
    // The contract has no status for it: invalid on the wire, with a text that says so (D8).
    expect(stopped).toMatchObject({
      status: "aborted",
      error: expect.stringContaining("could not be checked: the check took longer than 500 ms"),
    });
    expect(other.status).toBe("valid");
    expect(order).toEqual(["other", "bomb"]);
  });

  test("of the check is its own, also after a schema that took long to compile", async () => {
    const members = Array.from({ length: 1_500 }, (_, i) => `"p${i}":{"type":"string","enum":["${i}","b"]}`);
    const text = `{"properties":{"s":{"pattern":"^(a|a)*$"},${members.join(",")}}}`;
    const verdict = await checker({ checkMs: 300, compileMs: 60_000 }).check(
      request("input", `{"s":"${"a".repeat(60)}X"}`, { kind: "text", text }),
    );
    expect(verdict).toMatchObject({
      status: "aborted",
      reason: expect.stringContaining("took longer than 300 ms"),
    });
  });
});
