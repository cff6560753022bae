import { describe, expect, test } from "vitest";
import type { Flip, Impact } from "../wire/impact";
import { flipsOf, impactMarkdown, impactWords } from "./impact";

const flip = (call: string, [was, now]: [Flip["was"], Flip["now"]], schemaPath: string): Flip => ({
  session: "ses_1",
  call,
  at: 0,
  text: "{}",
  was,
  now,
  finding: {
    keyword: "maximum",
    instancePath: "/seats",
    schemaPath,
    message: "must be at most 3",
    params: {},
    at: null,
    schemaAt: null,
  },
});
const SEATS = "#/properties/seats";
const impact: Impact = {
  texts: 4,
  all: 4,
  counted: true,
  before: { valid: 2, invalid: 2 },
  now: { valid: 2, invalid: 2 },
  flips: [
    flip("c1", ["valid", "invalid"], `${SEATS}/maximum`),
    flip("c2", ["invalid", "valid"], `${SEATS}/type`),
  ],
  flipped: 2,
  turns: { invalid: 1, valid: 1 },
  baseline: "{}",
  changes: [
    { schemaPath: `${SEATS}/maximum`, member: "seats", effect: "stricter", text: "maximum 4 → 3" },
    { schemaPath: `${SEATS}/type`, member: "seats", effect: "looser", text: "type | gone" },
    { schemaPath: "#/properties/sea", member: "sea", effect: "looser", text: "a → b" },
  ],
};

describe("the effect in words", () => {
  test("counts what each flip turns into", () => {
    expect(impactWords(impact, "input")).toBe("4 recorded calls: 1 would turn invalid, 1 would turn valid");
    expect(impactWords({ ...impact, texts: 1, all: 1, flips: [], flipped: 0 }, "output")).toBe(
      "1 recorded result: every verdict stays",
    );
  });
  test("says when there are more calls, more flips, or no answer", () => {
    expect(
      impactWords(
        { ...impact, texts: 10_000, all: 12_400, flipped: 5_000, turns: { invalid: 4_999, valid: 1 } },
        "input",
      ),
    ).toBe("newest 10,000 of 12,400 recorded calls: 4,999 would turn invalid, 1 would turn valid");
    expect(impactWords({ ...impact, counted: false, flips: [], flipped: 0 }, "output")).toBe(
      "newest 4 of more than 4 recorded results: every verdict stays",
    );
    expect(impactWords({ ...impact, stopped: "it took too long" }, "input")).toBe(
      "4 recorded calls: not checked, it took too long",
    );
  });
});

test("a flip is the proof of the rule that it breaks, not of one with a like name", () => {
  expect(impact.changes.map((change) => flipsOf(change, impact.flips).map(({ call }) => call))).toEqual([
    ["c1"],
    ["c2"],
    [],
  ]);
});

test("as text for a review", () => {
  expect(impactMarkdown(impact, "book", "input")).toBe(`### \`book\`: input schema

4 recorded calls: 1 would turn invalid, 1 would turn valid.

| rule | effect | calls that differ |
| --- | --- | --- |
| \`seats: maximum 4 → 3\` | stricter | \`c1\` |
| \`seats: type \\| gone\` | looser | \`c2\` |
| \`sea: a → b\` | looser | none |

- \`c1\` of \`ses_1\`: valid → invalid, /seats: must be at most 3
- \`c2\` of \`ses_1\`: invalid → valid, /seats: must be at most 3
`);
});
