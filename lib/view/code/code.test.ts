import { describe, expect, test } from "vitest";
import { type Code, codeOf, type Mark } from "./code";

const json = (text: string, columns = 80): Code => codeOf(text, { columns, language: "json" });
const mark = (offset: number, length: number, id = "m"): Mark => ({ id, offset, length, tone: "warn" });

/** A row as text: colours by letter, marked pieces in brackets. */
const picture = (code: Code, row: number, marks: Mark[] = []) =>
  code
    .pieces(row, marks)
    .map(({ text, token, marks: over }) => {
      const piece = token === "plain" ? text : `${token[0]}<${text}>`;
      return over.length > 0 ? `[${piece}]` : piece;
    })
    .join("");

describe("rows of a text", () => {
  test("are its lines, numbered from 1, the last one also when it is empty", () => {
    const { rows, lines } = json('{\n  "a": 1\r\n}\n');
    expect(rows.map(({ line, from, to }) => [line, from, to])).toEqual([
      [1, 0, 1],
      [2, 2, 10],
      [3, 12, 13],
      [4, 14, 14],
    ]);
    expect(lines).toBe(4);
    expect(json("").rows).toHaveLength(1);
  });

  test("cut long lines, and never a character in two", () => {
    const { rows, lines } = json(`${"a".repeat(7)}😀${"b".repeat(11)}`, 8);
    expect(rows.map(({ first, from, to }) => [first, from, to])).toEqual([
      [true, 0, 9],
      [false, 9, 17],
      [false, 17, 20],
    ]);
    expect(lines).toBe(1);
  });

  test("are cut behind a space or a comma where one is near the edge", () => {
    const { rows } = json('{"city": "Oslo", "class": "economy"}', 30);
    expect(rows.map(({ from, to }) => '{"city": "Oslo", "class": "economy"}'.slice(from, to))).toEqual([
      '{"city": "Oslo", "class": ',
      '"economy"}',
    ]);
  });

  test("give every character back exactly once", () => {
    const text = `{"a": [1, 2],\n"long": "${"x".repeat(300)}"}\n\n😀`;
    const code = json(text, 33);
    const lines: string[] = [];
    for (const [i, row] of code.rows.entries()) {
      const shown = code.pieces(i, [mark(4, 200)]).map((piece) => piece.text);
      if (row.first) lines.push(shown.join(""));
      else lines.push((lines.pop() ?? "") + shown.join(""));
    }
    expect(lines.join("\n")).toBe(text);
  });

  test("are found by offset", () => {
    const code = json('{\n  "ab": 1\n}', 8);
    expect([0, 1, 2, 9, 10, 12, 99].map(code.rowAt)).toEqual([0, 0, 1, 1, 2, 3, 3]);
  });
});

describe("pieces", () => {
  test("are coloured as JSON", () => {
    expect(picture(json('{"a": "b", "c": -1.5e3, "d": null}'), 0)).toBe(
      's<{>k<"a">: s<"b">s<,> k<"c">: n<-1.5e3>s<,> k<"d">: w<null>s<}>',
    );
  });

  test("keep their colour across rows of one line", () => {
    const code = json(`{"a": "${"x".repeat(20)}"}`, 10);
    expect([picture(code, 1), picture(code, 2)]).toEqual([`s<"${"x".repeat(9)}>`, `s<${"x".repeat(10)}>`]);
  });

  test("show broken JSON without a fuss", () => {
    expect(picture(json('{"city": "Os'), 0)).toBe('s<{>k<"city">: s<"Os>');
  });

  test("mark exactly what a place names", () => {
    const text = '{"city": "Oslo", "days": "3"}';
    const at = text.indexOf('"3"');
    const pieces = json(text).pieces(0, [mark(at, 3)]);
    expect(pieces.filter((piece) => piece.marks.length > 0).map((piece) => piece.text)).toEqual(['"3"']);
  });

  test("carry a mark over several rows and the marks that overlap", () => {
    const code = json("abcdefghijklmnop", 8);
    expect(picture(code, 0, [mark(6, 4)])).toBe("abcdef[gh]");
    expect(picture(code, 1, [mark(6, 4)])).toBe("[ij]klmnop");
    const both = code.pieces(0, [mark(0, 4, "x"), mark(2, 4, "y")]);
    expect(both.map((piece) => [piece.text, piece.marks.join()])).toEqual([
      ["ab", "x"],
      ["cd", "x,y"],
      ["ef", "y"],
      ["gh", ""],
    ]);
  });

  test("have a point for a place without length, at the end of the text too", () => {
    expect(picture(json('{"a'), 0, [mark(3, 0)])).toBe('s<{>s<"a>[]');
    expect(picture(json(""), 0, [mark(0, 0)])).toBe("[]");
    const rows = json("abcdefghij", 8);
    expect([picture(rows, 0, [mark(8, 0)]), picture(rows, 1, [mark(8, 0)])]).toEqual(["abcdefgh", "[]ij"]);
    const lines = json("ab\ncd");
    expect([picture(lines, 0, [mark(2, 0)]), picture(lines, 1, [mark(2, 0)])]).toEqual(["ab[]", "cd"]);
  });

  test("name characters that cannot be seen", () => {
    expect(picture(json("\ufeff{}"), 0)).toBe("h<U+FEFF>s<{>s<}>");
    expect(picture(codeOf("a\u202eb\u0000\ud800c", { columns: 80, language: "text" }), 0)).toBe(
      "ah<U+202E>bh<U+0000>h<U+D800>c",
    );
    expect(picture(codeOf("😀\tok", { columns: 80, language: "text" }), 0)).toBe("😀\tok");
  });
});
