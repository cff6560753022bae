/**
 * What may happen to a session, as data: each move names its choices by number, and they are read against the book when
 * it is made, so a shrunk list of moves still makes sense.
 */

import fc from "fast-check";
import type { DeliveryPolicy } from "@/lib/engine/log/facts";
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import type { Action } from "../../../protocol/actions";
import type { Breakpoint } from "../../../protocol/breakpoint";
import type { Faults } from "../../../protocol/fault";
import type { AgentRetry, RetryOverride } from "../../../protocol/policy";
import { calls, says } from "../session";
import { RAW, RESULTS, TOOLS } from "./checker";
import { faults } from "./fault-rules";

/** How an orderly worker answers a clean execution; `edit` changes what it takes. */
export type Run =
  | { kind: "result"; result: (typeof RESULTS)[number] }
  | { kind: "error"; retryable: boolean }
  | { kind: "left open" }
  | { kind: "interrupt" }
  | { kind: "delivery failed"; retryable: boolean };

/** What a worker may answer out of turn. `proposal`: before it, what was proposed. */
export interface Odd {
  proposal: boolean;
  /** Goes on under an earlier message: this many of the path are kept, and one of its own is added. */
  keep: number | null;
  /** Changes the first of those: without effect, but on record. */
  edit: boolean;
  /** An id for its own message, perhaps one that is taken. */
  id: string | undefined;
  actions: Action[];
  state: unknown;
  agent: boolean;
  failed: { retryable: boolean } | null;
  entries: boolean;
}

/** Where to go back to, and what to do there. */
export type Point =
  | { at: "start" }
  | { at: "model"; answer: ModelOutcome | null }
  | { at: "call"; outcome: { result: (typeof RESULTS)[number] } | { retryable: boolean } | null }
  | { at: "decision"; odd: Odd | null };

export type Move =
  | { kind: "work"; which: number; model: ModelOutcome; run: Run; retry?: RetryOverride }
  | { kind: "odd"; which: number; odd: Odd }
  | { kind: "late"; which: number; odd: Odd }
  | { kind: "nobody's"; odd: Odd }
  | {
      kind: "settle";
      which: number;
      by: "person" | "client";
      attempt: number | null;
      result?: unknown;
      retryable: boolean | null;
    }
  | { kind: "model"; which: number; attempt: number; answer: ModelOutcome }
  /** `tick`: whether the clock comes by then, or something else first. */
  | { kind: "wait"; until: "just before" | "due" | "past"; ms: number; tick: boolean }
  /** `any`: one that is not held, perhaps, in place of one that is. */
  | {
      kind: "release";
      which: number;
      any: boolean;
      how: "continue" | "proposal" | "orderly" | "oddly";
      step: boolean;
      /** Whether it names the stop that is let go, or another one. */
      stop: "none" | "seen" | "other";
      run: Run;
      odd: Odd;
    }
  | { kind: "breakpoints"; breakpoints: Breakpoint[] }
  /** `any`: of what does not wait, perhaps. */
  | { kind: "skip"; which: number; any: boolean }
  | { kind: "fork"; which: number; ms: number; point: Point; workspace: World["next"] | null }
  | { kind: "message" }
  | { kind: "resume"; right: boolean }
  | { kind: "cancel" }
  | { kind: "restart" }
  | { kind: "create" }
  | { kind: "no session"; which: number };

/** Few enough to be used again now and then, most of them fresh. */
const ID = fc.oneof(
  fc.constantFrom("a", "b", "c"),
  fc.nat(60).map((n) => `c${n}`),
);
const which = fc.nat(99);
const raw = fc.oneof(
  { weight: 2, arbitrary: fc.constant("{}") },
  { weight: 1, arbitrary: fc.constantFrom(...RAW) },
);
const tool = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("f" as const, "g" as const) },
  { weight: 1, arbitrary: fc.constantFrom(...TOOLS) },
);

/** A policy layer; each field may be left to the wider ones. */
const override: fc.Arbitrary<RetryOverride> = fc.record(
  {
    attempt_timeout_secs: fc.constantFrom(null, 1, 5, 30),
    total_timeout_secs: fc.constantFrom(null, 3, 20, 100),
    max_attempts: fc.constantFrom(0, 1, 2, 3, 4),
    backoff_base_secs: fc.constantFrom(0, 1, 2, 3),
    backoff_max_secs: fc.constantFrom(0, 2, 5, 60),
  },
  { requiredKeys: [] },
);
const maybe = fc.option(override, { nil: undefined, freq: 2 });
const older: fc.Arbitrary<RetryOverride> = fc.constant({ timeout_secs: 7, max_retries: 3 });

const breakpoint: fc.Arbitrary<Breakpoint> = fc.oneof(
  fc.constant<Breakpoint>({ on: "decision" }),
  fc.constantFrom<Breakpoint>(
    { on: "output rejected" },
    { on: "retry" },
    { on: "turn end" },
    { on: "verdict", verdict: "invalid" },
    { on: "verdict", verdict: "malformed" },
    { on: "verdict", verdict: "unchecked" },
    { on: "verdict", verdict: "unknown tool" },
  ),
  fc.constantFrom(...TOOLS).map((name): Breakpoint => ({ on: "tool", name })),
);
const breakpoints = fc.array(breakpoint, { minLength: 1, maxLength: 2 });

export interface World {
  parallel: number;
  modelCalls: number;
  delivery: DeliveryPolicy;
  agent: AgentRetry;
  tools: (RetryOverride | undefined)[];
  breakpoints: Breakpoint[];
  faults: Faults | undefined;
  /** Another workspace, for a fork. */
  next: {
    parallel: number | undefined;
    modelCalls: number | undefined;
    breakpoints: Breakpoint[];
    http: boolean;
  };
  /** Folds the whole log anew after each command, not only now and then. */
  thorough: boolean;
}

const next: fc.Arbitrary<World["next"]> = fc.record({
  parallel: fc.constantFrom(undefined, 1, 2),
  modelCalls: fc.constantFrom(undefined, 2, 3),
  breakpoints: fc.oneof(fc.constant<Breakpoint[]>([]), breakpoints),
  http: fc.boolean(),
});

export const world: fc.Arbitrary<World> = fc.record({
  breakpoints: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Breakpoint[]>([]) },
    { weight: 2, arbitrary: breakpoints },
  ),
  faults,
  next,
  parallel: fc.integer({ min: 1, max: 4 }),
  modelCalls: fc.integer({ min: 2, max: 6 }),
  delivery: fc.constantFrom(
    { max_attempts: 1, total_timeout_secs: null, backoff_base_secs: 0, backoff_max_secs: 0 },
    { max_attempts: 10, total_timeout_secs: 300, backoff_base_secs: 2, backoff_max_secs: 60 },
    { max_attempts: 10, total_timeout_secs: 300, backoff_base_secs: 2, backoff_max_secs: 60 },
    { max_attempts: 3, total_timeout_secs: 8, backoff_base_secs: 3, backoff_max_secs: 5 },
  ),
  agent: fc.oneof(
    { weight: 4, arbitrary: fc.record({ default: maybe, tool: maybe, llm: maybe }) },
    { weight: 1, arbitrary: override },
  ),
  tools: fc.tuple(fc.oneof(maybe, older), maybe, maybe),
  thorough: fc.nat(11).map((n) => n === 0),
});

const reused = ID.map((id) => id as string | undefined);
const call = fc
  .tuple(tool, raw, reused)
  .map(([name, text, id]): [string, string, string?] => [name, text, id]);
const someCalls = fc.array(call, { minLength: 1, maxLength: 4 });

const modelAnswer: fc.Arbitrary<ModelOutcome> = fc.oneof(
  { weight: 6, arbitrary: someCalls.map((list) => calls(...list)) },
  { weight: 2, arbitrary: fc.constant(says("done")) },
  { weight: 1, arbitrary: fc.constant(says("cut", "length")) },
  {
    weight: 1,
    arbitrary: someCalls.map((list): ModelOutcome => {
      const whole = calls(...list);
      return whole.ok ? { ...whole, response: { ...whole.response, finish_reason: "length" } } : whole;
    }),
  },
  { weight: 1, arbitrary: fc.constant<ModelOutcome>({ ok: true, response: { model: "test" } }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ModelOutcome>(
      { ok: false, error: "429", retryable: true, code: "rate_limited" },
      { ok: false, error: "I will not", retryable: false, code: "refused" },
    ),
  },
);

const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...RESULTS).map((result): Run => ({ kind: "result", result })) },
  { weight: 3, arbitrary: fc.boolean().map((retryable): Run => ({ kind: "error", retryable })) },
  { weight: 1, arbitrary: fc.constant<Run>({ kind: "left open" }) },
  { weight: 1, arbitrary: fc.constant<Run>({ kind: "interrupt" }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(true, true, true, true, true, false)
      .map((retryable): Run => ({ kind: "delivery failed", retryable })),
  },
);

const named = fc.record(
  { id: fc.oneof(ID, fc.constant("nobody")), attempt: fc.constantFrom(0, 0, 1, 7) },
  { requiredKeys: [] },
);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc
    .tuple(named, fc.constantFrom(...RESULTS))
    .map(([to, result]): Action => ({ type: "tool.result", ...to, result })),
  fc
    .tuple(named, fc.boolean())
    .map(([to, retryable]): Action => ({ type: "tool.error", ...to, error: "no", retryable })),
  fc
    .record(
      {
        id: ID,
        name: tool,
        arguments: fc.oneof(raw, fc.constant({ n: 1 }), fc.constant(null)),
        handler: fc.constantFrom<"worker" | "client">("worker", "client"),
        retry: override,
      },
      { requiredKeys: ["name", "arguments"] },
    )
    .map((given): Action => ({ type: "tool.call", ...given })),
  fc.constantFrom<Action>(
    { type: "llm.call" },
    { type: "llm.call", id: "ask", retry: { timeout_secs: 3, max_retries: 2 } },
    { type: "llm.call", messages: [{ role: "user", content: "x" }], tools: [{ name: "g", description: "" }] },
    { type: "interrupt", reason: "why?" },
    { type: "interrupt", interrupt_id: "int_own", reason: "why?", payload: { held: {} } },
    { type: "interrupt", reason: "why?", payload: { type: "llm.failed", id: "ask" } },
    { type: "done", data: 1 },
    { type: "message.send" },
    { type: "sub_agent.spawn" },
  ),
);

const odd: fc.Arbitrary<Odd> = fc.record({
  proposal: fc.boolean(),
  keep: fc.constantFrom(null, null, 0, 1, 2, 99),
  edit: fc.constantFrom(false, false, true),
  id: fc.constantFrom(undefined, "msg_own"),
  actions: fc.array(action, { maxLength: 3 }),
  state: fc.constantFrom(undefined, undefined, null, {}, { n: 1 }),
  agent: fc.constantFrom(false, false, false, true),
  failed: fc.constantFrom(null, null, null, null, { retryable: true }, { retryable: false }),
  entries: fc.boolean(),
});

const settle = fc.record({
  kind: fc.constant("settle" as const),
  which,
  by: fc.constantFrom<"person" | "client">("person", "client"),
  attempt: fc.constantFrom(null, null, 0, 1, 7),
  result: fc.constantFrom(...RESULTS),
  retryable: fc.constantFrom(null, null, true, false),
});

const chance = fc.constantFrom(false, false, false, true);

const release: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant("release" as const),
  which,
  any: chance,
  how: fc.constantFrom("continue" as const, "proposal" as const, "orderly" as const, "oddly" as const),
  step: fc.constantFrom(false, false, true),
  stop: fc.constantFrom("none" as const, "none" as const, "seen" as const, "seen" as const, "other" as const),
  run,
  odd,
});

const point: fc.Arbitrary<Point> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Point>({ at: "start" }) },
  {
    weight: 3,
    arbitrary: fc.option(modelAnswer, { freq: 2 }).map((answer): Point => ({ at: "model", answer })),
  },
  {
    weight: 4,
    arbitrary: fc
      .option(
        fc.oneof(
          fc.constantFrom(...RESULTS).map((result) => ({ result })),
          fc.boolean().map((retryable) => ({ retryable })),
        ),
        { freq: 2 },
      )
      .map((outcome): Point => ({ at: "call", outcome })),
  },
  {
    weight: 4,
    arbitrary: fc.option(odd, { freq: 2 }).map((given): Point => ({ at: "decision", odd: given })),
  },
);

const fork: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant("fork" as const),
  which: fc.nat(9_999),
  ms: fc.constantFrom(0, 1, 5_000, 3_600_000),
  point,
  workspace: fc.option(next, { freq: 2, nil: null }),
});

const rare: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.boolean().map((right): Move => ({ kind: "resume", right })) },
  { weight: 6, arbitrary: fc.constant<Move>({ kind: "restart" }) },
  { weight: 3, arbitrary: odd.map((given): Move => ({ kind: "nobody's", odd: given })) },
  { weight: 1, arbitrary: fc.constant<Move>({ kind: "create" }) },
  { weight: 1, arbitrary: fc.constant<Move>({ kind: "cancel" }) },
  { weight: 1, arbitrary: which.map((n): Move => ({ kind: "no session", which: n })) },
);

export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc
      .tuple(which, modelAnswer, run, maybe)
      .map(([n, model, how, retry]): Move => ({ kind: "work", which: n, model, run: how, retry })),
  },
  {
    weight: 10,
    arbitrary: fc.tuple(which, odd).map(([n, given]): Move => ({ kind: "odd", which: n, odd: given })),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(which, odd).map(([n, given]): Move => ({ kind: "late", which: n, odd: given })),
  },
  { weight: 9, arbitrary: settle },
  {
    weight: 5,
    arbitrary: fc
      .tuple(which, fc.constantFrom(0, 0, -1, 1), modelAnswer)
      .map(([n, attempt, answer]): Move => ({ kind: "model", which: n, attempt, answer })),
  },
  {
    weight: 14,
    arbitrary: fc
      .tuple(
        fc.constantFrom("just before" as const, "due" as const, "past" as const),
        fc.constantFrom(1, 900, 6_000, 130_000),
        fc.constantFrom(true, true, false),
      )
      .map(([until, ms, tick]): Move => ({ kind: "wait", until, ms, tick })),
  },
  { weight: 5, arbitrary: fc.constant<Move>({ kind: "message" }) },
  { weight: 8, arbitrary: release },
  { weight: 2, arbitrary: breakpoints.map((list): Move => ({ kind: "breakpoints", breakpoints: list })) },
  { weight: 2, arbitrary: fc.constant<Move>({ kind: "breakpoints", breakpoints: [] }) },
  {
    weight: 3,
    arbitrary: fc.tuple(which, chance).map(([n, any]): Move => ({ kind: "skip", which: n, any })),
  },
  { weight: 1, arbitrary: fork },
  { weight: 9, arbitrary: rare },
);
