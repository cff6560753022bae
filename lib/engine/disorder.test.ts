/** Any commands in any order, sensible or not: the engine never throws, never gets stuck, and its state is its log's fold. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Action, DecisionResponse } from "../protocol/actions";
import type { DraftMessage } from "../protocol/messages";
import type { WorkerAnswer } from "./answer";
import type { Settle } from "./calls";
import type { Command, ModelAnswer } from "./decide";
import { due } from "./due";
import { requestJson } from "./request";
import { isOvertaken, isStalled, must, type State } from "./state";
import { statusOf, waitsOf } from "./status";
import { calls, result, says, TestSession, tools } from "./testing/session";
import { promptOf, unpack } from "./unpack";

type Pick = <T>(list: readonly T[]) => T;

/** A choice by chance, repeatable by its seed (mulberry32). */
function chance(seed: number): Pick {
  let state = seed;
  return <T>(list: readonly T[]) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return list[((t ^ (t >>> 14)) >>> 0) % list.length] as T;
  };
}

const IDS = ["a", "b", "c", "d"] as const;
const TOOLS = ["f", "g", "pick", "unknown"] as const;
const RAW = ["{}", '{"n":1}', '{"n":"x"}', "{", "", "[]"] as const;

function settleAction(pick: Pick, named: boolean): Action {
  const id = named || pick([true, false]) ? { id: pick([...IDS, "nobody"]) } : {};
  const attempt = pick([{}, {}, { attempt: pick([0, 1, 7]) }]);
  if (pick([true, false]))
    return { type: "tool.result", ...id, ...attempt, result: pick(["ok", { n: 1 }, 5]) };
  return { type: "tool.error", ...id, ...attempt, error: "no", retryable: pick([true, false]) };
}

function action(pick: Pick): Action {
  const kinds: (() => Action)[] = [
    () => settleAction(pick, false),
    () => settleAction(pick, true),
    () => ({
      type: "tool.call",
      ...pick([{}, { id: pick(IDS) }]),
      name: pick(TOOLS),
      arguments: pick(RAW),
      retry: { max_attempts: 2 },
    }),
    () => ({
      type: "llm.call",
      ...pick([{}, { id: "ask" }, { messages: [{ role: "user", content: "x" }] }]),
    }),
    () => ({
      type: "interrupt",
      reason: "why?",
      payload: pick([undefined, { held: {} }, { type: "llm.failed", id: "ask" }]),
    }),
    () => ({ type: "done" }),
    () => ({ type: "message.send" }),
  ];
  return pick(kinds)();
}

function response(pick: Pick, session: TestSession, decisionId: string): DecisionResponse {
  const { proposed, messages } = session.request(decisionId);
  const kinds: (() => DecisionResponse)[] = [
    () => proposed,
    () => proposed,
    () => proposed,
    () => ({}),
    () => ({ actions: [action(pick)] }),
    () => ({ ...proposed, actions: [...(proposed.actions ?? []), action(pick), action(pick)] }),
    () => ({
      messages: [...messages.slice(0, pick([0, 1, 2, 99])), { role: "user", content: "own" }],
      actions: [action(pick)],
    }),
    () => ({ ...proposed, state: { n: 1 }, agent: { model: "other", tools: [{ name: "f" }] } }),
  ];
  return pick(kinds)();
}

function workerAnswer(pick: Pick, session: TestSession, decisionId: string): WorkerAnswer {
  const failed = { kind: "failed" as const, error: "503" };
  return pick<() => WorkerAnswer>([
    () => ({ kind: "answered", response: response(pick, session, decisionId) }),
    () => ({ kind: "answered", response: response(pick, session, decisionId) }),
    () => ({ kind: "answered", response: response(pick, session, decisionId) }),
    () => ({ kind: "proposed" }),
    () => ({ ...failed, retryable: true }),
    () => ({ ...failed, retryable: pick([true, true, false]) }),
  ])();
}

const modelAnswer = (pick: Pick): ModelAnswer =>
  pick<() => ModelAnswer>([
    () => calls([pick(TOOLS), pick(RAW), pick(IDS)], [pick(TOOLS), pick(RAW), pick(IDS)]),
    () => calls([pick(TOOLS), pick(RAW), `${pick(IDS)}${pick(IDS)}`]),
    () => says("hi", pick(["stop", "length"])),
    () => ({ ok: false, error: "429", retryable: pick([true, true, false]) }),
  ])();

function command(pick: Pick, session: TestSession): Command {
  const { state } = session;
  const decisions = [...state.decisions.values()].map(({ id }) => id);
  const open = [...state.openDecisions];
  const models = [...state.llm.values()].map(({ id, progress }) => ({
    call_id: id,
    attempt: progress.attempt,
  }));
  const answer = (ids: string[]): Command => {
    const decision_id = ids.length > 0 ? pick(ids) : "dec_none";
    if (!state.decisions.get(decision_id)) return { type: "tick" };
    return { type: "answer", decision_id, answer: workerAnswer(pick, session, decision_id) };
  };
  const settle = settleAction(pick, true);
  return pick<() => Command>([
    () => answer(open),
    () => answer(open),
    () => answer(open),
    () => answer(decisions),
    () =>
      models.length > 0
        ? { type: "model", ...pick(models.slice(-2)), answer: modelAnswer(pick) }
        : { type: "tick" },
    () =>
      models.length > 0
        ? { type: "model", ...pick(models.slice(-1)), answer: modelAnswer(pick) }
        : { type: "tick" },
    () => ({ type: "message", text: "hello" }),
    () => ({
      type: "settle",
      settle: {
        id: pick(IDS),
        by: pick(["person", "client"]),
        action:
          settle.type === "tool.error"
            ? { ...settle, retryable: settle.retryable === true }
            : { type: "tool.result", result: 1 },
      },
    }),
    () => ({ type: "resume", interrupt_id: state.interrupt?.id ?? "none" }),
    () => ({ type: "tick" }),
    () => pick<Command>([{ type: "restart" }, { type: "tick" }, { type: "tick" }]),
    () =>
      pick<Command>([
        { type: "cancel", reason: "enough" },
        ...Array.from({ length: 20 }, () => ({ type: "tick" as const })),
      ]),
  ])();
}

const live = (state: State) =>
  [...state.openDecisions]
    .map((id) => must(state.decisions.get(id), "decision"))
    .filter((decision) => decision.status !== "queued" && !isOvertaken(state, decision));

/** What holds after every step. */
function expectSound(session: TestSession, parallel: number): void {
  const { state } = session;
  const executes = live(state).filter(({ trigger }) => trigger.type === "tool.execute").length;
  const others = live(state).length - executes;
  expect(executes).toBeLessThanOrEqual(parallel);
  expect(others).toBeLessThanOrEqual(1);
  if (parallel === 1) expect(executes + others).toBeLessThanOrEqual(1);
  const now = due(state);
  if (statusOf(state) === "running") expect(now.work.length > 0 || now.wake_at !== null).toBe(true);
  waitsOf(state);
  for (const { trigger, decision_id } of session.live()) {
    requestJson(session.request(decision_id));
    if (trigger.type === "tool.execute") expect(state.tools.has(trigger.id)).toBe(true);
  }
  for (const id of state.openLlm) promptOf(state, id);
}

/** Every call ends once, and every end that the model must read is told. */
function expectEndings(session: TestSession): void {
  for (const { id, progress } of session.state.tools.values()) {
    const ends = session.log.filter(
      (fact) =>
        (fact.type === "tool.call.completed" && fact.tool_call_id === id) ||
        (fact.type === "tool.call.errored" && fact.tool_call_id === id && fact.terminal) ||
        (fact.type === "call.voided" && fact.kind === "tool_call" && fact.id === id),
    );
    const isOpen = progress.status === "pending" || progress.status === "retry_scheduled";
    expect(ends).toHaveLength(isOpen ? 0 : 1);
    const told = session
      .facts("decision.queued")
      .some(({ trigger }) => trigger.type === "tool.finished" && trigger.id === id && !trigger.refused);
    expect(told).toBe(progress.status === "completed" || progress.status === "failed");
  }
}

/** With a sensible worker, model and person from here on, the session comes to rest. */
function calmDown(session: TestSession): void {
  const worker = tools(() => result("ok"));
  const atRest = () => {
    const { work, wake_at } = due(session.state);
    return session.state.openTools.length === 0 && work.length === 0 && wake_at === null;
  };
  for (let round = 0; round < 30 && !session.state.cancelled; round += 1) {
    if (round > 0 && atRest() && !session.state.interrupt) break;
    if (session.state.interrupt) session.resume();
    session.run({ model: () => ({ give: says("calm") }), worker });
    for (const id of [...session.state.openTools])
      session.settle(id, { type: "tool.result", result: "by hand" });
  }
  const { state } = session;
  expect(state.cancelled || state.turn === null || isStalled(state) || state.interrupt !== null).toBe(true);
  expect(state.openTools.length).toBe(0);
  expect(state.interrupt).toBeNull();
  expect(due(state)).toEqual({ work: [], wake_at: null });
}

/** The next thing that is due, done as it should be; a tick when nothing is. */
function orderly(pick: Pick, session: TestSession): Command {
  const { state } = session;
  if (state.interrupt) return { type: "resume", interrupt_id: state.interrupt.id };
  const { work, wake_at } = due(state);
  if (work.length === 0 && wake_at === null) return { type: "message", text: "hello" };
  if (work.length === 0) return { type: "tick" };
  const next = pick(work);
  if (next.kind === "ask") {
    return { type: "model", call_id: next.call_id, attempt: next.attempt, answer: modelAnswer(pick) };
  }
  const { decision_id } = next;
  const { trigger, proposed } = session.request(decision_id);
  const runs = trigger.type === "tool.execute" && !proposed.actions?.length;
  const response = runs ? { actions: [result(pick(["ok", "fine", 5]))] } : proposed;
  return { type: "answer", decision_id, answer: { kind: "answered", response } };
}

const RUNS = 100;
const WAITS = [0, 0, 0, 0, 0, 0, 1, 1_000, 6_000, 130_000, 700_000];

test("property: commands in any order leave a sound session that comes to rest", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 3 }), fc.boolean(), (seed, parallel, remote) => {
      const pick = chance(seed);
      const retry = { max_attempts: 2, backoff_base_secs: 5, backoff_max_secs: 60 };
      const input = { properties: { n: { type: "number" } } };
      const output = { type: ["object", "string"] };
      const session = new TestSession({
        tools: [{ name: "f", input, output, retry }, { name: "g" }, { name: "pick", handler: "client" }],
        workspace: { parallel, limits: { modelCallsPerTurn: 5 } },
        remote,
      });
      for (let step = 0; step < 60; step += 1) {
        session.now += pick(WAITS);
        session.do(pick([orderly, orderly, orderly, command])(pick, session));
        expectSound(session, parallel);
      }
      for (const { proposed } of session.state.decisions.values()) unpack(session.state, proposed ?? {});
      session.verify();
      expectEndings(session);
      calmDown(session);
    }),
    { numRuns: RUNS },
  );
});

/** What a provider demands: after each assistant message, one tool message for each id it has called, and no others. */
function expectComplete(prompt: DraftMessage[]): void {
  let asked: string[] | null = null;
  let told: string[] = [];
  const close = () => {
    if (asked) expect(told.toSorted()).toEqual([...new Set(asked)].toSorted());
    else expect(told).toEqual([]);
    told = [];
  };
  for (const { role, tool_calls, tool_call_id } of prompt) {
    if (role === "tool") {
      told.push(tool_call_id ?? "");
      continue;
    }
    close();
    asked = role === "assistant" ? (tool_calls ?? []).map(({ id }) => id) : null;
  }
  close();
}

/** What may happen beside an orderly run, with a worker that takes proposals. */
function disturbance(pick: Pick, session: TestSession): Command {
  const { state } = session;
  const open = [...state.openTools];
  const executes = due(state).work.filter(
    (work) =>
      work.kind === "decide" && state.decisions.get(work.decision_id)?.trigger.type === "tool.execute",
  );
  const kinds: (() => Command)[] = [() => ({ type: "restart" }), () => ({ type: "tick" })];
  if (open.length > 0) {
    const action = pick<Settle["action"]>([
      { type: "tool.result", result: "by hand" },
      { type: "tool.error", error: "by hand", retryable: true },
    ]);
    kinds.push(() => ({ type: "settle", settle: { id: pick(open), by: "person", action } }));
  }
  const [execute] = executes;
  if (execute?.kind === "decide") {
    const answer: WorkerAnswer = pick<WorkerAnswer>([
      { kind: "answered", response: { actions: [{ type: "interrupt", reason: "may I?" }] } },
      { kind: "answered", response: {} },
      { kind: "answered", response: { actions: [{ type: "tool.error", error: "busy", retryable: true }] } },
    ]);
    kinds.push(() => ({ type: "answer", decision_id: execute.decision_id, answer }));
  }
  return pick(kinds)();
}

test("property: with a worker that takes proposals, every prompt has exactly one outcome for each call asked for", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 3 }), (seed, parallel) => {
      const pick = chance(seed);
      const session = new TestSession({
        tools: [
          { name: "f", retry: { max_attempts: 2 } },
          { name: "g" },
          { name: "pick", handler: "client" },
        ],
        workspace: { parallel, limits: { modelCallsPerTurn: 4 } },
      });
      for (let step = 0; step < 80; step += 1) {
        session.now += pick(WAITS);
        const act = pick([orderly, orderly, orderly, orderly, disturbance]);
        session.do(act(pick, session));
        for (const id of session.state.openLlm) expectComplete(promptOf(session.state, id));
      }
    }),
    { numRuns: RUNS },
  );
});
