import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactedText, redaction } from "./redact";

const MARK = "[secret removed]";

const SECRET = "s3cret-0123";

describe("what is recorded or shown", () => {
  const { clean } = redaction([SECRET, null, "short"]);

  test("has no secret in texts, members and names at any depth", () => {
    expect(clean({ [`x-${SECRET}`]: [`a ${SECRET} b ${SECRET}`, { n: 1, t: true, z: null }] })).toEqual({
      [`x-${MARK}`]: [`a ${MARK} b ${MARK}`, { n: 1, t: true, z: null }],
    });
  });

  test("keeps words that hold what is too short to be a secret", () => {
    expect(clean("in short")).toBe("in short");
    expect(redaction(["k"]).clean({ content: "ok" })).toEqual({ content: "ok" });
  });

  test("has no secret that was written as JSON, as JSON inside of JSON, or as a part of an address", () => {
    const odd = 'a"b\\c-0123 ü';
    const once = JSON.stringify({ key: odd });
    const { clean } = redaction([odd]);
    expect(clean([odd])).toEqual([MARK]);
    expect(clean(once)).toBe(`{"key":"${MARK}"}`);
    expect(clean(JSON.stringify({ text: once }))).toBe(`{"text":"{\\"key\\":\\"${MARK}\\"}"}`);
    expect(clean(`http://localhost/?key=${encodeURIComponent(odd)}&n=1`)).toBe(
      `http://localhost/?key=${MARK}&n=1`,
    );
  });

  test("has nothing of a secret that begins with another one", () => {
    const { clean } = redaction([SECRET, `${SECRET}-more`]);
    expect(clean(`${SECRET}-more ${SECRET}-mo`)).toBe(`${MARK} ${MARK}-mo`);
  });

  test("has no secret that was typed with blanks around it", () => {
    expect(redaction([` ${SECRET}\n`]).clean(`it is ${SECRET}.`)).toBe(`it is ${MARK}.`);
  });

  test("keeps a member called __proto__ a member", () => {
    const value = clean(JSON.parse(`{"__proto__":{"a":"${SECRET}"}}`));
    expect(JSON.stringify(value)).toBe(`{"__proto__":{"a":"${MARK}"}}`);
  });

  test("is the value itself when there is no secret", () => {
    const value = { a: 1 };
    expect(redaction([null, "", "  "]).clean(value)).toBe(value);
  });
});

describe("a text that comes in pieces", () => {
  const through = (pieces: string[], secrets: string[]) => {
    const stream = redaction(secrets).stream();
    return [...pieces.map(stream.push), stream.end()];
  };

  test("has no secret that is split over pieces", () => {
    expect(through(["it is s3c", "ret-", "0123", ", ok"], [SECRET])).toEqual([
      "it is ",
      "",
      MARK,
      ", ok",
      "",
    ]);
  });

  test("gives what only looked like the beginning of a secret as soon as that is clear", () => {
    expect(through(["a s3c", "ond", " s3"], [SECRET])).toEqual(["a ", "s3cond", " ", "s3"]);
  });

  test("waits for the longer of two secrets", () => {
    const secrets = [SECRET, `${SECRET}-more`];
    expect(through([SECRET, "-more."], secrets)).toEqual(["", `${MARK}.`, ""]);
    expect(through([SECRET, "-", "x"], secrets)).toEqual(["", "", `${MARK}-x`, ""]);
  });

  test("is the same as the whole text without its secrets, wherever it is split", () => {
    const part = fc.constantFrom("a", "b", "ab", "abababab", "abababac", "babababab", '"', '\\"', " ");
    const texts = fc.array(
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")),
      { maxLength: 8 },
    );
    const secrets = ["abababab", "abababac", "babababab", 'ab"ab"ab"'];
    fc.assert(
      fc.property(texts, (pieces) => {
        expect(through(pieces, secrets).join("")).toBe(redaction(secrets).clean(pieces.join("")));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a text for people", () => {
  test("has no secret, however short, and no text that looks like a key", () => {
    expect(redactedText("k9: no key sk-ant-api03-other_KEY-1, no s3cret-0123", ["k9", SECRET, null])).toBe(
      `${MARK}: no key ${MARK}, no ${MARK}`,
    );
  });
});
