import { describe, expect, test } from "vitest";
import { placeOfPointer } from "./pointer-place";

const TEXT = `{
  "type": "object",
  "properties": { "a/b": { "enum": [1, "two", {"x": null}] }, "\\u0062": true },
  "required": []
}`;
const at = (pointer: string, text = TEXT) => {
  const place = placeOfPointer(text, pointer);
  return place && text.slice(place.offset, place.offset + place.length);
};

describe("the place of a pointer in a text", () => {
  test.each([
    ["/type", '"type": "object"'],
    ["/properties/a~1b/enum", '"enum": [1, "two", {"x": null}]'],
    ["/properties/a~1b/enum/1", '"two"'],
    ["/properties/a~1b/enum/2/x", '"x": null'],
    ["/properties/b", '"\\u0062": true'],
    ["/required", '"required": []'],
    ["", TEXT],
  ])("%s", (pointer, found) => expect(at(pointer)).toBe(found));

  test.each(["/no", "/type/x", "/required/0", "/properties/a~1b/enum/3"])("nothing stands at %s", (pointer) =>
    expect(at(pointer)).toBeNull(),
  );

  test.each([
    ['{"a": {"b": 1}, "c": }', "/a/b", '"b": 1'],
    ['{"a": [1, {"b": "cu', "/a/1/b", '"b": "cu'],
    ['{"a": 1} {"a": 2}', "/a", '"a": 1'],
    ['{"a": 1, "a": 2}', "/a", '"a": 2'],
  ])("in %j before a syntax error, and the last of two equal keys: %s", (text, pointer, found) =>
    expect(at(pointer, text)).toBe(found),
  );

  test.each(["", "{", '{"a"', '{"a":', "[", "]]", '{"a": {"b": ', "nonsense"])(
    "a text that is not JSON ends the search: %j",
    (text) => expect(["", null]).toContain(at("/z", text) ?? ""),
  );
});
