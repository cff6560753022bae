/**
 * Every finding marks what broke the rule, and the rule. The span in the text is the value at the instance path; where
 * a member should not be there or has a wrong name, it is that member's key. The span in the schema is the keyword with
 * its value; for the schema `false` the schema with the key it has.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Place } from "@/lib/json/lines";
import { childPointer, pointerTokens } from "@/lib/json/pointer";
import type { Side } from "@/lib/protocol/side";
import type { DeclarationNote, Finding, Verdict } from "@/lib/protocol/verdict";
import { type BrokenSchema, breakRules } from "@/lib/schema/testing/broken-rules";
import {
  type Json,
  lineAndColumn,
  oddities,
  oddName,
  oddObject,
  type UnusualText,
  writeUnusual,
} from "@/lib/schema/testing/unusual-text";
import { checkNow } from "./check";
import { declareNow } from "./declare";

const SEED = Number(process.env.PLACES_SEED ?? 20260702);
const RUNS = Number(process.env.PLACES_RUNS ?? 500);

const picks = fc.array(fc.nat(999), { minLength: 5, maxLength: 23 });

function picker(numbers: readonly number[]): (bound: number) => number {
  let used = 0;
  return (bound) => (numbers[used++ % numbers.length] ?? 0) % Math.max(1, bound);
}

const placeOf = (text: string, { start, end }: { start: number; end: number }): Place => ({
  offset: start,
  length: end - start,
  ...lineAndColumn(text, start),
});

/** Keyword and key, to the end of its value. */
function memberPlace({ text, places }: UnusualText, pointer: string): Place | null {
  const found = places.get(pointer);
  return found ? placeOf(text, { start: (found.key ?? found.value).start, end: found.value.end }) : null;
}

/** What may be marked, by what a finding itself says. */
function markedPlaces(
  { text, places }: UnusualText,
  { instancePath, schemaPath, params }: Finding,
): (Place | null)[] {
  const keyOf = (name: string) => places.get(childPointer(instancePath, name))?.key;
  const inside = placesInside(places, instancePath);
  // A rule for names: which name broke it stands in the message.
  if (schemaPath.includes("/propertyNames/")) return inside.map(({ key }) => key && placeOf(text, key));
  const member = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  const key = typeof member === "string" ? keyOf(member) : null;
  return [placeOf(text, key ?? spanOf({ places }, instancePath))];
}

const placesInside = (places: UnusualText["places"], pointer: string) =>
  [...places].flatMap(([path, place]) =>
    path.startsWith(`${pointer}/`) && !path.slice(pointer.length + 1).includes("/") ? [place] : [],
  );

const spanOf = ({ places }: Pick<UnusualText, "places">, pointer: string) =>
  places.get(pointer)?.value ?? { start: -1, end: -1 };

interface Checked {
  text: UnusualText;
  schema: UnusualText;
  verdict: Verdict;
}

function check(direction: Side, text: UnusualText, schema: UnusualText): Verdict {
  return checkNow({
    key: "k",
    direction,
    text: text.text,
    schema: { kind: "text", text: schema.text },
    formats: "dialect",
  });
}

/** Each rule that was made to be broken is among the findings, with both its places. */
function expectBroken({ expected }: BrokenSchema, { text, schema, verdict }: Checked): void {
  for (const { keyword, instancePath, schemaPath, member } of expected) {
    const found = verdict.findings.find(
      (finding) =>
        finding.keyword === keyword &&
        finding.instancePath === instancePath &&
        finding.schemaPath === `#${schemaPath}`,
    );
    expect({ text: text.text, schema: schema.text, keyword, found: found?.keyword }).toMatchObject({
      found: keyword,
    });
    const key = member === undefined ? null : text.places.get(childPointer(instancePath, member))?.key;
    if (member === undefined || verdict.findings.filter((other) => other.keyword === keyword).length === 1)
      expect(found?.at).toEqual(placeOf(text.text, key ?? spanOf(text, instancePath)));
  }
}

function expectPlaces({ text, schema, verdict }: Checked): void {
  for (const finding of verdict.findings) {
    const { at, schemaAt, schemaPath } = finding;
    expect(markedPlaces(text, finding), `${finding.keyword} in ${text.text}`).toContainEqual(at);
    expect(schemaAt, `${schemaPath} in ${schema.text}`).toEqual(memberPlace(schema, schemaPath.slice(1)));
  }
  const offsets = verdict.findings.map(({ at }) => at?.offset ?? -1);
  expect(offsets).toEqual([...offsets].sort((x, y) => x - y));
}

const json = fc.oneof({ weight: 3, arbitrary: oddObject }, fc.array(oddObject, { maxLength: 3 }), oddName);

describe("findings", () => {
  const kinds = new Set<string>();

  test.each(["input", "output"] as const)(
    "of an %s stand where they belong, in the text and in the schema",
    (direction) => {
      const made = fc.record({
        value: direction === "input" ? oddObject : json,
        how: fc.tuple(oddities, oddities),
        numbers: picks,
      });
      fc.assert(
        fc.property(made, ({ value, how, numbers }) => {
          const broken = breakRules(value as Json, picker(numbers));
          const text = writeUnusual(value as Json, how[0]);
          const schema = writeUnusual(broken.schema, how[1]);
          const verdict = check(direction, text, schema);
          expect(verdict, schema.text).toMatchObject({ status: "invalid" });
          for (const { keyword } of verdict.findings) kinds.add(keyword);
          expectPlaces({ text, schema, verdict });
          if (verdict.more === 0) expectBroken(broken, { text, schema, verdict });
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );

  test("were of every kind of rule", () => {
    const seen = [...kinds].sort();
    expect(seen).toEqual(
      expect.arrayContaining([
        ...["additionalProperties", "anyOf", "const", "contains", "dependentRequired", "enum"],
        ...["exclusiveMaximum", "exclusiveMinimum", "false schema", "if", "items", "maxItems", "maxLength"],
        ...["maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "multipleOf"],
        ...["not", "oneOf", "pattern", "propertyNames", "required", "type", "unevaluatedItems"],
        ...["unevaluatedProperties", "uniqueItems"],
      ]),
    );
  });

  test("of a result that is plain text mark all of it", () => {
    const schema = writeUnusual({ type: "object" }, { gaps: [""], picks: [1] });
    const text = { text: 'He said "no"\r\n😀', places: new Map(), tokens: [] };
    const { findings } = check("output", text, schema);
    expect(findings.map(({ at }) => at)).toEqual([
      { offset: 0, length: text.text.length, line: 1, column: 1 },
    ]);
  });
});

/** What a note may mark; nothing is known of a key that stood twice. */
function notedSpans({ places }: UnusualText, { schemaPath = "#", code }: DeclarationNote) {
  const standing = places.get(schemaPath.slice(1));
  if (!standing || code === "duplicate-key") return [];
  const { value, key } = standing;
  if (schemaPath === "#") return [{ start: value.start, end: value.start + 1 }];
  return [value, ...(key ? [key, { start: key.start, end: value.end }] : [])];
}

describe("notes", () => {
  test("on a value point to what they are about", () => {
    fc.assert(
      fc.property(oddObject, oddities, (value, how) => {
        const { text, places } = writeUnusual(value, how);
        const { notes } = checkNow({
          key: "k",
          direction: "input",
          text,
          schema: { kind: "none" },
          formats: "dialect",
        });
        for (const { code, path = "" } of notes) {
          expect(code).toBe("duplicate-key");
          expect(pointerTokens(path).length).toBeGreaterThan(0);
          // A key inside a value that a later key replaced is gone with it.
          const standing = places.get(path);
          if (standing?.key)
            expect(JSON.parse(text.slice(standing.key.start, standing.key.end))).toBe(
              pointerTokens(path).at(-1),
            );
        }
      }),
      { numRuns: RUNS / 5, seed: SEED },
    );
  });

  test("on a schema mark the value, the key or both at their pointer", () => {
    const schemas = fc.dictionary(
      fc.constantFrom(
        "type",
        "propertis",
        "minimum",
        "required",
        "properties",
        "enum",
        "x-note",
        "$ref",
        "pattern",
      ),
      fc.oneof(
        oddName,
        fc.constantFrom(5, true, null, "string"),
        fc.array(oddName, { maxLength: 2 }),
        oddObject,
      ),
      { maxKeys: 5 },
    );
    fc.assert(
      fc.property(schemas, oddities, (value, how) => {
        const odd = writeUnusual(value as Json, how);
        const { notes } = declareNow({ text: odd.text, formats: "dialect", direction: "input" });
        for (const note of notes) {
          const spans = notedSpans(odd, note).map((span) => placeOf(odd.text, span));
          if (note.at && spans.length > 0) expect(spans).toContainEqual(note.at);
        }
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });
});
