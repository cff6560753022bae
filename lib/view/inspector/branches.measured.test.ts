import { expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { choicesOf } from "./branches";

test.each([
  [200, "#/$defs/n"],
  [200, "#node"],
  [25, "#node"],
])("%i alternatives are read quickly that all refer to %s", (many, $ref) => {
  const branch = (_: unknown, i: number) => ({
    type: "object",
    properties: { a: { $ref }, b: { $ref } },
    required: [`r${i}`],
  });
  const node = { $anchor: "node", anyOf: Array.from({ length: many }, branch) };
  const text = JSON.stringify({ $ref, $defs: { n: node } });
  const { findings } = checkNow({
    key: "k",
    direction: "output",
    text: '{"a": {}, "b": {}}',
    schema: { kind: "text", text },
    formats: "dialect",
  });
  const before = performance.now();
  choicesOf(findings, text);
  expect(performance.now() - before).toBeLessThan(300);
});
