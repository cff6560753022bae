/** Every kind of malformed text has its fault marked where it stands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MALFORMATIONS } from "@/lib/schema/testing/malformations";
import { lineAndColumn, oddities, oddName, oddObject, writeUnusual } from "@/lib/schema/testing/unusual-text";
import { checkNow } from "./check";
import { declareNow } from "./declare";

const SEED = Number(process.env.PLACES_SEED ?? 20260701);
const RUNS = Number(process.env.PLACES_RUNS ?? 150);

const verdictOf = (text: string) =>
  checkNow({ key: "k", direction: "input", text, schema: { kind: "none" }, formats: "dialect" });

const picks = fc.array(fc.nat(999), { minLength: 3, maxLength: 3 });

const asPlace = (text: string, { start, end }: { start: number; end: number }) => ({
  offset: start,
  length: end - start,
  ...lineAndColumn(text, start),
});

describe.each(Object.entries(MALFORMATIONS))("%s", (name, breakText) => {
  test("is marked in arguments", () => {
    let broken = 0;
    fc.assert(
      fc.property(oddObject, oddities, picks, (value, how, numbers) => {
        let used = 0;
        const made = breakText(
          writeUnusual(value, how),
          (bound) => (numbers[used++ % 3] ?? 0) % Math.max(1, bound),
        );
        if (!made) return;
        broken += 1;
        const { text, at, says = /./ } = made;
        const verdict = verdictOf(text);
        const place = asPlace(text, at);
        expect({ text, status: verdict.status, finding: verdict.findings[0] }).toEqual({
          text,
          status: "malformed",
          finding: {
            keyword: "json",
            instancePath: "",
            schemaPath: "",
            message: expect.stringMatching(says),
            params: {},
            at: place,
            schemaAt: null,
          },
        });
        const error = `${verdict.findings[0]?.message} (line ${place.line}, column ${place.column})`;
        expect(verdict).toMatchObject({ error });
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(broken).toBeGreaterThan(RUNS / 20);
  });

  // A schema may go deeper than arguments.
  if (name === "too deep") return;
  test("is marked in a schema's text", () => {
    fc.assert(
      fc.property(oddObject, oddities, picks, (value, how, numbers) => {
        let used = 0;
        const made = breakText(
          writeUnusual(value, how),
          (bound) => (numbers[used++ % 3] ?? 0) % Math.max(1, bound),
        );
        if (!made) return;
        const { status, notes } = declareNow({ text: made.text, formats: "dialect", direction: "input" });
        expect({ status, notes }).toMatchObject({
          status: "unusable",
          notes: [{ level: "error", code: "not-json", schemaPath: "#", at: asPlace(made.text, made.at) }],
        });
      }),
      { numRuns: Math.ceil(RUNS / 5), seed: SEED },
    );
  });
});

describe("a text that is JSON but no object", () => {
  test("is marked as a whole, without the white space around it", () => {
    const roots = fc.oneof(
      oddName,
      fc.constantFrom(0, 1.5, true, false, null),
      fc.array(oddObject, { maxLength: 2 }),
    );
    fc.assert(
      fc.property(roots, oddities, (root, how) => {
        const { text, places } = writeUnusual(root, how);
        const span = places.get("")?.value ?? { start: -1, end: -1 };
        const verdict = verdictOf(text);
        expect(verdict.status).toBe("malformed");
        expect(verdict.findings.map(({ at }) => at)).toEqual([asPlace(text, span)]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
