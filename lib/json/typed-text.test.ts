import { expect, test } from "vitest";
import { readTypedJson } from "./typed-text";

const roundedNumbers = (text: string) => {
  const read = readTypedJson(text);
  return read.ok ? read.rounded : read.message;
};

test("numbers that a double holds exactly are not told, however they are written", () => {
  expect(roundedNumbers("[0, -0, 1.50, 1500, 15e2, 1e21, 0.1, 9007199254740991, -3.0]")).toEqual([]);
});

test("numbers that would change are told once each", () => {
  const text = '{"id": 12345678901234567890, "again": 12345678901234567890, "pi": 3.14159265358979323846}';
  expect(roundedNumbers(text)).toEqual(["12345678901234567890", "3.14159265358979323846"]);
});

test("numbers beyond the reach of a double are told", () => {
  expect(roundedNumbers("[1e400, -1e400, 1e-400]")).toEqual(["1e400", "-1e400", "1e-400"]);
});

test("what looks like a number inside a string is none", () => {
  expect(roundedNumbers('["12345678901234567890", "a \\" 12345678901234567890"]')).toEqual([]);
});

test("a text that is no JSON says why", () => {
  expect(readTypedJson('{"a": 1')).toEqual({
    ok: false,
    message: "the text ends inside an object: was it cut? (line 1, column 8)",
  });
  expect(readTypedJson("null")).toEqual({ ok: true, value: null, rounded: [] });
});
