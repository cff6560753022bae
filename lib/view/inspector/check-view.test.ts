import { expect, test } from "vitest";
import { checkNow } from "@/lib/schema/verdict/check";
import { brokenRules, checkView } from "./check-view";

/** The rules that are seen at first, how many the other alternatives break, and the sum in words. */
function broken(schema: object, value: unknown) {
  const text = JSON.stringify(schema);
  const verdict = checkNow({
    key: "k",
    direction: "output",
    text: JSON.stringify(value),
    schema: { kind: "text", text },
    formats: "dialect",
  });
  const check = checkView(verdict, undefined, text);
  const { shown, others } = brokenRules(check);
  return {
    shown: shown.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    others,
    summary: check.summary,
  };
}

const kind = (name: string, members: object) => ({
  properties: { kind: { const: name }, ...members },
  required: ["kind"],
});
const PET = {
  oneOf: [
    kind("cat", { lives: { type: "integer" } }),
    kind("dog", { walks: { minimum: 1 } }),
    kind("fish", { tank: { type: "string" } }),
  ],
};

test("of alternatives the rules of the nearest are counted, and those of the others apart", () => {
  expect(
    broken(
      { properties: { pet: PET, limit: { maximum: 10 } } },
      { pet: { kind: "cat", lives: "nine", walks: 0 }, limit: 11 },
    ),
  ).toEqual({
    shown: ["/pet/lives type", "/limit maximum"],
    // The kind of the dog and of the fish, and the walks of the dog.
    others: 3,
    summary: "2 findings",
  });
});

test("where no alternative is near, the sum of them is one rule", () => {
  const schema = { anyOf: [{ type: "string" }, { type: "integer" }] };
  expect(broken(schema, [])).toEqual({ shown: [" anyOf"], others: 0, summary: "1 finding" });
});

test("without alternatives all findings count", () => {
  const schema = { properties: { a: { maximum: 1 }, b: { maximum: 1 } } };
  expect(broken(schema, { a: 2, b: 2 })).toEqual({
    shown: ["/a maximum", "/b maximum"],
    others: 0,
    summary: "2 findings",
  });
});
