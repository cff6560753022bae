/** Compiled schemas are kept by their content, and not for ever. */
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { type Prepared, prepare } from "@/lib/schema/verdict/prepare";

const compiled = (text: string, formats: "dialect" | "always" = "dialect"): Prepared =>
  prepare(text, { formats, limits: DEFAULT_LIMITS });

const schema = (n: number) => `{"type":"object","properties":{"field_${n}":{"type":"string"}}}`;

test("the same text is compiled once, a text of equal content that is another object too", () => {
  const first = compiled(schema(1));
  expect(compiled([...schema(1)].join(""))).toBe(first);
  expect(first.validate?.({ field_1: 5 })?.total).toBe(1);
});

test("what the text does not say counts as well", () => {
  expect(compiled(schema(2), "always")).not.toBe(compiled(schema(2)));
});

test("at most five hundred are kept, those that were asked for last", () => {
  const old = compiled(schema(3));
  const asked = compiled(schema(4));
  for (let n = 1_000; n < 1_499; n++) {
    compiled(schema(n));
    compiled(schema(4));
  }
  expect(compiled(schema(4))).toBe(asked);
  expect(compiled(schema(3))).not.toBe(old);
});

test("large ones push out more: two million characters of schemas are kept", () => {
  const large = (n: number) => `{"title":"${n}","description":"${"x".repeat(900_000)}"}`;
  const first = compiled(large(1));
  const second = compiled(large(2));
  expect(compiled(large(1))).toBe(first);
  compiled(large(3));
  expect(compiled(large(1))).toBe(first);
  expect(compiled(large(2))).not.toBe(second);
});
