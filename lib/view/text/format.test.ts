import { describe, expect, test } from "vitest";
import {
  attemptOf,
  count,
  countdown,
  duration,
  exactMs,
  excerpt,
  limit,
  size,
  span,
  utf8Length,
} from "./format";

describe("durations", () => {
  test("are seconds with two decimals below a minute, then minutes, then hours", () => {
    expect([0, 7, 620, 4_910, 59_994].map(duration)).toEqual(["0 ms", "7 ms", "0.62 s", "4.91 s", "59.99 s"]);
    expect([59_995, 60_000, 125_000, 3_599_999].map(duration)).toEqual([
      "0:59 min",
      "1:00 min",
      "2:05 min",
      "59:59 min",
    ]);
    expect(duration(3_720_000)).toBe("1:02 h");
  });

  test("name two units at most where they are read as words", () => {
    expect([3_240, 9_949, 12_400, 59_400, 252_000, 3_599_400, 3_780_000].map(span)).toEqual([
      "3.2 s",
      "9.9 s",
      "12 s",
      "59 s",
      "4 m 12 s",
      "59 m 59 s",
      "1 h 3 m",
    ]);
  });

  test("keep all digits where they are exact", () => {
    expect(exactMs(4_910)).toBe("4,910 ms");
    expect(exactMs(1_234_567)).toBe("1,234,567 ms");
    expect(limit(0.5)).toBe("0.5 s");
    expect(limit(null)).toBe("no limit");
  });

  test("count down to nothing and not below", () => {
    expect(countdown(3_240)).toBe("3.2 s");
    expect(countdown(-5)).toBe("0.0 s");
  });
});

describe("sizes", () => {
  test("are bytes of UTF-8", () => {
    for (const text of ["", "abc", "é", "€", "😀", "a😀é€", "\ud800", "\udc00a", "\ud800\ud800\udc00"]) {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }
  });

  test("count in thousands", () => {
    expect([1, 41, 999, 1_000, 12_400, 999_949, 999_950, 2_300_000].map(size)).toEqual([
      "1 byte",
      "41 bytes",
      "999 bytes",
      "1.0 kB",
      "12.4 kB",
      "999.9 kB",
      "1.0 MB",
      "2.3 MB",
    ]);
  });
});

describe("short texts", () => {
  test("are one line and say that they were cut", () => {
    expect(excerpt("a\n  b", 10)).toBe("a b");
    expect(excerpt("abcdefghij", 10)).toBe("abcdefghij");
    expect(excerpt("abcdefghijk", 10)).toBe("abcdefghi…");
    expect(excerpt("x".repeat(5_000_000), 10)).toBe("xxxxxxxxx…");
    expect(excerpt(`${" ".repeat(500)}x`, 10)).toBe("…");
    expect(excerpt("12345678😀0", 10)).toBe("12345678…");
  });

  test("count people's way", () => {
    expect(attemptOf(1, 3)).toBe("attempt 2 of 3");
    expect(attemptOf(0, null)).toBe("attempt 1");
    expect(attemptOf(3, 3)).toBe("attempt 4 of 4");
    expect([count(1, "call"), count(0, "call"), count(1_204, "line")]).toEqual([
      "1 call",
      "0 calls",
      "1,204 lines",
    ]);
  });
});
