import * as fc from "fast-check";
import type { FaultRule, Faults, FaultWhen } from "../../../protocol/fault";

const when: fc.Arbitrary<FaultWhen> = fc.oneof(
  fc.constant<FaultWhen>({ kind: "every" }),
  fc.integer({ min: 1, max: 4 }).map((n): FaultWhen => ({ kind: "nth", n })),
  fc.integer({ min: 0, max: 9 }).map((seed): FaultWhen => ({ kind: "rate", rate: 0.5, seed })),
);
const attempt = fc.constantFrom(undefined, 0, 1);
const place = fc.record({ attempt, when });

const rule: fc.Arbitrary<FaultRule> = fc.oneof(
  place.map((at): FaultRule => ({ at: "tool", ...at, what: { kind: "slow", ms: 5 } })),
  place.map((at): FaultRule => ({ at: "model", ...at, what: { kind: "rate limited" } })),
  place.map((at): FaultRule => ({ at: "model", ...at, what: { kind: "slow", ms: 5 } })),
  place.map((at): FaultRule => ({ at: "model", ...at, what: { kind: "malformed arguments" } })),
  place.map((at): FaultRule => ({ at: "delivery", ...at, what: { kind: "unreachable" } })),
);

/** Mostly none. What is struck answers as anything does: the engine must not care. */
export const faults: fc.Arbitrary<Faults | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.boolean(), rules: fc.array(rule, { minLength: 1, maxLength: 3 }) }),
  },
);
