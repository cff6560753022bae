import { describe, expect, test } from "vitest";
import type { Flip, Impact, ImpactDetails } from "@/lib/wire/impact";
import { callsOf, flipsOf, impactMarkdown, impactWords, progressWords, underWords } from "./impact";

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
  calls: 1,
  others: [],
});
const SEATS = "#/properties/seats";
const impact: Impact = {
  texts: 4,
  all: 4,
  counted: true,
  before: { valid: 2, invalid: 2 },
  now: { valid: 2, invalid: 2 },
  flipped: 2,
  turns: { invalid: 1, valid: 1 },
};
const details: ImpactDetails = {
  flips: [
    flip("c1", ["valid", "invalid"], `${SEATS}/maximum`),
    flip("c2", ["invalid", "valid"], `${SEATS}/type`),
  ],
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
    expect(impactWords({ ...impact, texts: 1, all: 1, flipped: 0 }, "output")).toBe(
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
    expect(impactWords({ ...impact, counted: false, flipped: 0 }, "output")).toBe(
      "newest 4 of more than 4 recorded results: every verdict stays",
    );
    expect(impactWords({ ...impact, stopped: "it took too long" }, "input")).toBe(
      "4 recorded calls: not checked, it took too long",
    );
  });
});

describe("records that another version of the schema made", () => {
  test("are told from what this edit alone turns", () => {
    const words = (more: Partial<Impact>) => impactWords({ ...impact, ...more }, "input").split("; ")[1];
    expect(words({})).toBeUndefined();
    expect(words({ others: 1, by_edit: 1 })).toBe("1 of these by this edit alone");
    expect(words({ others: 2, by_edit: 0 })).toBe("none of these by this edit alone");
    expect(words({ others: 2, by_edit: 2 })).toBe("all of these by this edit alone");
    expect(words({ others: 1 })).toBe("1 of these recorded under another version of the schema");
  });
  test("say so on each flip, and are no proof of a rule where the edit turns nothing", () => {
    const [c1] = details.flips;
    if (!c1) throw new Error("no flip");
    const [change] = details.changes;
    if (!change) throw new Error("no change");
    expect(underWords(c1)).toBeNull();
    const other: Flip = { ...c1, under: "other", by_edit: true };
    expect(underWords(other)).toBe("recorded under another version of the schema");
    expect(flipsOf(change, [other])).toEqual([other]);
    const before: Flip = { ...c1, under: "none", by_edit: false };
    expect(underWords(before)).toBe(
      "recorded with no schema to check it by: the newest run's schema judges it so already",
    );
    expect(flipsOf(change, [before])).toEqual([]);
  });
});

test("how far a check is", () => {
  expect(progressWords({ checked: 4_200, texts: 10_000, flipped: 12 })).toBe(
    "4,200 of 10,000 checked so far, 12 with a different verdict",
  );
  expect(progressWords({ checked: 0, texts: 0, flipped: 0 })).toBe("Reading the recorded calls");
});

test("a flip is the proof of the rule that it breaks, not of one with a like name", () => {
  expect(details.changes.map((change) => flipsOf(change, details.flips).map(({ call }) => call))).toEqual([
    ["c1"],
    ["c2"],
    [],
  ]);
});

test("as text for a review", () => {
  const [c1, c2] = details.flips;
  if (!c1 || !c2) throw new Error("no flips");
  const many: Flip = { ...c1, calls: 37, under: "other", by_edit: true };
  const flips = [many, c2];
  expect(callsOf(flips)).toBe(38);
  const all = {
    ...impact,
    texts: 50,
    all: 50,
    flipped: 40,
    turns: { invalid: 39, valid: 1 },
    others: 1,
    by_edit: 40,
  };
  expect(
    impactMarkdown(all, { ...details, flips }, { tool: "book", side: "input" }),
  ).toBe(`### \`book\`: input schema

50 recorded calls: 39 would turn invalid, 1 would turn valid; all of these by this edit alone.

| rule | effect | calls that differ |
| --- | --- | --- |
| \`seats: maximum 4 → 3\` | stricter | \`c1\` × 37 |
| \`seats: type \\| gone\` | looser | \`c2\` |
| \`sea: a → b\` | looser | none |

- \`c1\` of \`ses_1\` × 37: valid → invalid, /seats: must be at most 3 (recorded under another version of the schema)
- \`c2\` of \`ses_1\`: invalid → valid, /seats: must be at most 3
- and 2 more calls
`);
});
