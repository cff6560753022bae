import { describe, expect, test } from "vitest";
import { diffJson, foldDiff } from "./diff";

const SIGN = { same: " ", removed: "-", added: "+", changed: "~" };
const picture = (a: unknown, b: unknown) =>
  diffJson(a, b).map(({ kind, left, right }) => `${SIGN[kind]} ${left ?? ""} | ${right ?? ""}`);

describe("a diff of two JSON values", () => {
  test("has all lines the same for equal values, whatever the order of members", () => {
    const value = { actions: [{ type: "tool.error", error: "no" }], state: null, empty: {}, none: [] };
    const lines = diffJson(value, {
      none: [],
      empty: {},
      state: null,
      actions: [{ error: "no", type: "tool.error" }],
    });
    expect(lines.every((line) => line.kind === "same")).toBe(true);
    expect(lines.map((line) => line.left).join("\n")).toBe(JSON.stringify(value, null, 2));
  });

  test("marks the stretch of a changed value, by its path", () => {
    const [, line] = diffJson({ error: "no rain today" }, { error: "no sun today" });
    expect(line).toMatchObject({ kind: "changed", path: "/error", left: '  "error": "no rain today"' });
    expect(line?.left?.slice(...(line.leftMark ?? []))).toBe("rai");
    expect(line?.right?.slice(...(line.rightMark ?? []))).toBe("su");
  });

  test("lists members that are only on one side", () => {
    expect(picture({ a: 1, b: 2 }, { a: 1, c: [3] })).toEqual([
      "  { | {",
      '    "a": 1, |   "a": 1,',
      '-   "b": 2 | ',
      '+  |   "c": [',
      "+  |     3",
      "+  |   ]",
      "  } | }",
    ]);
  });

  test("lines equal items of arrays up and compares the others pair by pair", () => {
    const a = { type: "tool.call", name: "a", arguments: "{}" };
    const b = { type: "tool.call", name: "b", arguments: "{}" };
    const lines = diffJson([a, b], [{ type: "done" }, a, { ...b, arguments: '{"x":1}' }]);
    expect(lines.filter((line) => line.kind !== "same").map((line) => [line.kind, line.path])).toEqual([
      ["added", "/0"],
      ["added", "/0"],
      ["added", "/0"],
      ["changed", "/2/arguments"],
    ]);
  });

  test("shows a value that became another kind of value as removed and added", () => {
    expect(picture({ r: "x" }, { r: { y: 1 } }).slice(1, -1)).toEqual([
      '-   "r": "x" | ',
      '+  |   "r": {',
      '+  |     "y": 1',
      "+  |   }",
    ]);
    expect(picture({}, { a: 1 })).toEqual(["- {} | ", "+  | {", '+  |   "a": 1', "+  | }"]);
  });

  test("tells names apart that only a pointer's escapes distinguish", () => {
    expect(diffJson({ "a/b": 1 }, { "a/b": 2 })[1]?.path).toBe("/a~1b");
  });

  test("gives both sides back in full", () => {
    const a = { x: [1, { y: 2 }, [3]], z: "q", only: { left: [1, 2] } };
    const b = { x: [1, { y: 3 }, [3], 4], z: "r", mine: null };
    const lines = diffJson(a, b);
    const side = (pick: "left" | "right") => lines.flatMap((line) => line[pick] ?? []).join("\n");
    expect(JSON.parse(side("left"))).toEqual(a);
    expect(JSON.parse(side("right"))).toEqual(b);
  });

  test("stays quick on long lists", () => {
    const long = (n: number) => Array.from({ length: 3_000 }, (_, i) => ({ i: i * n }));
    expect(diffJson(long(2), long(3)).length).toBeGreaterThan(9_000);
  });
});

describe("folding a diff", () => {
  test("keeps the ends of long stretches", () => {
    const value = Array.from({ length: 40 }, (_, i) => i);
    const parts = foldDiff(diffJson(value, [...value.slice(0, -1), "x"]));
    expect(parts.map((part) => [part.kind, part.lines.length])).toEqual([
      ["lines", 3],
      ["fold", 34],
      ["lines", 5],
    ]);
    expect(parts.flatMap((part) => part.lines)).toHaveLength(42);
  });
});
