import { expect, test } from "vitest";
import { readTypedJson, roundedNumbers } from "./typed-text";

test("numbers that a double holds exactly are not told, however they are written", () => {
  expect(roundedNumbers("[0, -0, 1.50, 1500, 15e2, 1e21, 0.1, 9007199254740991, -3.0]")).toEqual([]);
});

test("numbers that would change are told once each", () => {
  const text = '{"id": 12345678901234567890, "again": 12345678901234567890, "pi": 3.14159265358979323846}';
  expect(roundedNumbers(text)).toEqual(["12345678901234567890", "3.14159265358979323846"]);
});

test("what looks like a number inside a string is none", () => {
  expect(roundedNumbers('["12345678901234567890", "a \\" 12345678901234567890"]')).toEqual([]);
});

test("a text that is no JSON says why", () => {
  expect(readTypedJson('{"a": 1')).toMatchObject({ ok: false, message: expect.any(String) });
  expect(readTypedJson("null")).toEqual({ ok: true, value: null, rounded: [] });
});
