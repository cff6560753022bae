import { describe, expect, test } from "vitest";
import { readReply } from "./reply-json";

describe("the JSON of a reply", () => {
  test("reads JSON", () => {
    expect(readReply('{"a":[1,"]]"]}')).toMatchObject({ ok: true, value: { a: [1, "]]"] } });
  });

  test("says why a text is not JSON", () => {
    expect(readReply("<html>")).toMatchObject({
      ok: false,
      error: "is not JSON: unexpected <, expected a value",
    });
  });

  test("refuses what could not be written again", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(readReply(nested(500)).ok).toBe(true);
    expect(readReply(nested(501))).toEqual({ ok: false, error: "is nested deeper than 500 levels" });
    expect(readReply(nested(1_000_000))).toEqual({ ok: false, error: "is nested deeper than 500 levels" });
    expect(readReply(JSON.stringify("[".repeat(1000))).ok).toBe(true);
  });
});
