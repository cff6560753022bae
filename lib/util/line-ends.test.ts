import fc from "fast-check";
import { expect, test } from "vitest";
import { shownText, withEdit } from "./line-ends";

test("what an edit leaves alone keeps its line ends, and a new line ends like the first", () => {
  expect(withEdit('{\r\n"a": 1\r\n}', '{\n"a": 12\n}')).toBe('{\r\n"a": 12\r\n}');
  expect(withEdit('{\r\n"a": 1\r\n}', '{\n"a": 1,\n"b": 2\n}')).toBe('{\r\n"a": 1,\r\n"b": 2\r\n}');
  expect(withEdit("a\rb\nc\r\nd", "a\nb\nX\nd")).toBe("a\rb\nX\r\nd");
  expect(withEdit("a\r\n\r\nb", "a\nb")).toBe("a\r\nb");
  expect(withEdit("a\nb", "a\n\nb")).toBe("a\n\nb");
  expect(withEdit("a\r\n", "")).toBe("");
});

test("whatever is typed, it is what the field then shows; nothing typed changes nothing", () => {
  const line = fc
    .array(fc.constantFrom("a", "b", "\r", "\n", "\r\n"), { maxLength: 8 })
    .map((all) => all.join(""));
  const edit = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(line, edit, (text, edited) => {
      expect(shownText(withEdit(text, edited))).toBe(edited);
      expect(withEdit(text, shownText(text))).toBe(text);
    }),
    { seed: 7, numRuns: 2_000 },
  );
});
