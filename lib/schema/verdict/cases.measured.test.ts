import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { checkNow } from "./check";

const check = (schema: unknown, text: string) =>
  checkNow({
    key: "k",
    direction: "input",
    text,
    schema: { kind: "text", text: JSON.stringify(schema) },
    formats: "dialect",
  });

test("C127 three thousand rounds of one schema take no memory", () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const schema = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "number" } },
    required: ["a"],
  };
  const heapAfter = (rounds: number): number => {
    for (let i = 0; i < rounds; i++) check(structuredClone(schema), '{"a":"x"}');
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(100);
  expect(heapAfter(3000) - before).toBeLessThan(3_000_000);
});
