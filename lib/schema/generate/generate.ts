/**
 * Makes samples from a schema: valid ones, and one for every rule that breaks it. Each is checked, and those without
 * the intended verdict are dropped. Nothing is random: the same schema gives the same samples.
 */

import type { Side } from "@/lib/protocol/side";
import type { Emitted } from "@/lib/schema/compile/emit";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import type { CheckOptions } from "@/lib/schema/verdict/check";
import { emittedOf, prepare } from "@/lib/schema/verdict/prepare";
import { Lru } from "@/lib/util/lru";
import type { Generated, GenerateRequest, Sample, SampleHead, Slice } from "../port";
import { SampleBuilder } from "./builder";
import { Context, withHints } from "./context";
import { mutationLabel, subjectBy } from "./labels";
import { placesOf, type Rule, rulesOf } from "./rules";
import { type Target, targetsOf } from "./targets";

/** The most valid samples that are made. */
const MAX_TARGETS = 100;
/** The most rules that are tried. */
const MAX_RULES = 300;
/** A slice ends after the sample that exceeds this time, in milliseconds, because others wait for the thread. */
const SLICE_MS = 100;

interface Plan {
  emitted: Emitted;
  context: Context;
  all: (Target | Rule)[];
  heads: SampleHead[];
  /** Rules and targets beyond the limits. */
  left: number;
}

/** The latest plan is kept, because a schema is processed in slices. */
const PLANS = new Lru<Plan>(1, 1);

/**
 * The samples of a slice, and the heads of all samples. Never throws because of the schema. A single sample has no time
 * limit: run it where it can be stopped.
 */
export function generateNow(
  request: GenerateRequest,
  { from, count = MAX_TARGETS + MAX_RULES }: Slice,
  options: CheckOptions = {},
): Generated {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const quiet = { ...options, limits, onPhase: undefined };
  options.onPhase?.("compile");
  const { validate, notes } = prepare(request.schema, { ...quiet, formats: request.formats });
  const plan = validate && planOf(request, quiet);
  if (!plan) {
    const fault = notes.find(({ level }) => level === "error");
    return { heads: [], samples: [], left: 0, unusable: fault?.message ?? "it is no schema" };
  }
  const builder = new SampleBuilder(plan, request, quiet);
  const samples: Sample[] = [];
  const start = performance.now();
  for (let at = from; at < Math.min(from + count, plan.all.length); at++) {
    const [one, head] = [plan.all[at], plan.heads[at]];
    if (!one || !head || (samples.length > 0 && performance.now() - start > SLICE_MS)) break;
    options.onPhase?.("check");
    samples.push("spec" in one ? builder.valid(one, head) : builder.nearMiss(one, head));
  }
  return { heads: plan.heads, samples, left: plan.left };
}

function planOf(request: GenerateRequest, options: CheckOptions): Plan | null {
  const { schema, formats, direction } = request;
  const key = JSON.stringify([schema, formats, direction, options.dialect]);
  const known = options.documents ? undefined : PLANS.get(key);
  if (known) return known;
  const emitted = emittedOf(schema, { ...options, limits: options.limits ?? DEFAULT_LIMITS, formats });
  if (!emitted) return null;
  const places = placesOf(emitted.schema, emitted);
  // Before the hints are added, because a format that is only a hint is not a rule.
  const rules = rulesOf(places, emitted);
  const context = new Context(withHints(emitted), direction);
  const targets = targetsOf(places, context, direction);
  const shown = { targets: targets.slice(0, MAX_TARGETS), rules: rules.slice(0, MAX_RULES) };
  const heads = [
    ...shown.targets.map(headOfTarget),
    ...shown.rules.map((rule) => headOfRule(rule, direction)),
  ];
  const all = [...shown.targets, ...shown.rules];
  const plan = { emitted, context, all, heads, left: targets.length + rules.length - all.length };
  PLANS.set(key, plan, 1);
  return plan;
}

const headOfTarget = ({ title }: Target): SampleHead => ({ kind: "valid", title });

const headOfRule = (rule: Rule, direction: Side): SampleHead => ({
  kind: "near-miss",
  title: `${mutationLabel(rule)}: ${subjectBy(rule.route, direction)}`,
  rule: { keyword: rule.keyword, schemaPath: rule.schemaPath },
});
