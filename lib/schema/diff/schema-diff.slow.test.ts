/** Any edit of a random schema. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf, type Dialect } from "@/lib/schema/language/dialect";
import { instances } from "@/lib/schema/testing/instances";
import { link } from "@/lib/schema/testing/link";
import { type Sketch, sketches } from "@/lib/schema/testing/schemas";
import { checkNow } from "@/lib/schema/verdict/check";
import { schemaDiff } from "./schema-diff";

const PARTS: object[] = [
  ...[
    { type: "object" },
    { maxLength: 1 },
    { minimum: 1 },
    { required: ["a"] },
    { additionalProperties: false },
  ],
  ...[
    { not: { type: "string" } },
    { enum: [1, "a", null] },
    { items: { type: "string" } },
    { maxProperties: 1 },
  ],
];

const RUNS = 600;

type Edit = { at: number; how: number; part: number };
const edit = fc.record({ at: fc.nat(200), how: fc.nat(3), part: fc.nat(PARTS.length - 1) });

/** All objects and lists in a value. */
const nodesOf = (value: unknown): object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(nodesOf)] : [];

function edited(schema: Sketch, { at, how, part }: Edit): unknown {
  const copy = structuredClone(schema);
  const nodes = nodesOf(copy);
  const node = nodes[at % Math.max(1, nodes.length)];
  if (!node) return !copy;
  const keys = Object.keys(node).filter((key) => key !== "$schema");
  const key = keys[part % Math.max(1, keys.length)];
  const value: unknown = key === undefined ? undefined : Reflect.get(node, key);
  if (how === 0 && typeof value === "number" && key) Reflect.set(node, key, value + 1);
  else if (how === 1 && typeof value === "number" && key) Reflect.set(node, key, Math.max(0, value - 1));
  else if (Array.isArray(node)) node.splice(at % (node.length + 1), 1);
  else if (how < 3 && key) Reflect.deleteProperty(node, key);
  else Object.assign(node, PARTS[part]);
  return copy;
}

function statusOf(schema: unknown, value: unknown): string {
  const text = JSON.stringify(schema);
  return checkNow({
    key: "",
    direction: "output",
    text: JSON.stringify(value),
    schema: { kind: "text", text },
    formats: "dialect",
  }).status;
}

/** The one effect that all changes have; null where there is none such. */
function soleEffect(before: unknown, after: unknown): "none" | "stricter" | "looser" | null {
  const effects = new Set(schemaDiff(before, after).map(({ effect }) => effect));
  const [effect = "none"] = effects;
  return effects.size > 1 || effect === "both" || effect === "unknown" ? null : effect;
}

const MAY_BECOME = { none: [], stricter: ["invalid"], looser: ["valid"] };

describe.each<Dialect>(["draft-04", "draft-07", "2019-09", "2020-12"])("any edit in %s", (dialect) => {
  test("does what is said of it", { timeout: 60_000 }, () => {
    const tally = { none: 0, stricter: 0, looser: 0, flips: 0 };
    const written = (sketch: Sketch) => {
      const linked = link(sketch, dialect);
      return typeof linked === "boolean" ? linked : { $schema: addressOf(dialect), ...linked };
    };
    const trial = sketches(dialect).chain((sketch) =>
      fc.record({
        before: fc.constant(written(sketch)),
        edit,
        values: fc.array(instances(link(sketch, dialect)), { minLength: 5, maxLength: 20 }),
      }),
    );
    const holds = ({ before, edit, values }: { before: Sketch; edit: Edit; values: unknown[] }) => {
      const after = edited(before, edit);
      const effect = soleEffect(before, after);
      if (effect === null) return;
      tally[effect]++;
      for (const value of values) {
        const [was, now] = [statusOf(before, value), statusOf(after, value)];
        if (was === now || was === "unchecked" || now === "unchecked") continue;
        tally.flips++;
        expect(MAY_BECOME[effect], JSON.stringify({ before, after, value })).toContain(now);
      }
    };
    fc.assert(fc.property(trial, holds), { numRuns: RUNS, seed: 11 });
    // Else little was tried.
    expect(Math.min(tally.none, tally.stricter, tally.looser, tally.flips)).toBeGreaterThan(RUNS / 40);
  });
});
