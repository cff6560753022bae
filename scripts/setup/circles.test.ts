import { expect, test } from "vitest";
import { circles } from "./circles.mjs";

const graph = (text: string) =>
  new Map(
    text.split("; ").map((line) => {
      const [from = "", to = ""] = line.split(" > ");
      return [from, new Set(to.split(" ").filter(Boolean))] as const;
    }),
  );

test.each([
  ["no arrows", "a > ; b > ", []],
  ["arrows that all point down", "a > b c; b > c; c > ", []],
  ["two that import each other", "a > b; b > a", [["a", "b", "a"]]],
  ["a way round three", "x > a; a > b; b > c; c > a", [["a", "b", "c", "a"]]],
  ["a node that points at itself", "a > a", [["a", "a"]]],
  [
    "the shorter of two ways",
    "a > b c; c > b a; b > c",
    [
      ["a", "c", "a"],
      ["b", "c", "b"],
    ],
  ],
  [
    "two circles apart",
    "a > b; b > a; c > d; d > c",
    [
      ["a", "b", "a"],
      ["c", "d", "c"],
    ],
  ],
])("finds the circles of %s", (_name, text, expected) => {
  expect(circles(graph(text))).toEqual(expected);
});
