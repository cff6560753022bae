import { describe, expect, it } from "vitest";
import { redactor } from "./redact";

const SECRET = "s3cret-0123";

describe("redactor", () => {
  const redact = redactor([SECRET, null, "short"], "[gone]");

  it("takes the secret out of texts, members and names at any depth", () => {
    expect(redact({ [`x-${SECRET}`]: [`a ${SECRET} b ${SECRET}`, { n: 1, t: true, z: null }] })).toEqual({
      "x-[gone]": ["a [gone] b [gone]", { n: 1, t: true, z: null }],
    });
  });

  it("leaves what is too short to be a secret in words", () => {
    expect(redact("in short")).toBe("in short");
  });

  it("finds a secret that JSON escapes inside a text", () => {
    const odd = 'a"b\\c-0123';
    const text = JSON.stringify({ key: odd });
    expect(redactor([odd], "[gone]")(text)).toBe('{"key":"[gone]"}');
    expect(redactor([odd], "[gone]")([odd])).toEqual(["[gone]"]);
  });

  it("takes the longer of two secrets first, and the mark as it stands", () => {
    expect(redactor([SECRET, `${SECRET}-more`], "$&")(`${SECRET}-more`)).toBe("$&");
  });

  it("keeps a member called __proto__ a member", () => {
    const value = redact(JSON.parse(`{"__proto__":{"a":"${SECRET}"}}`));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":"[gone]"}}');
  });

  it("gives the value itself when there is no secret", () => {
    const value = { a: 1 };
    expect(redactor([null, ""], "[gone]")(value)).toBe(value);
  });
});
