import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "@/lib/tools/sandbox/sandbox";
import type { Action } from "../protocol/actions";
import type { ResponseRule, Runner } from "../protocol/workspace";
import { workerContract } from "./contract.suite";
import type { DecideContext, Decision } from "./port";
import { execute, listening } from "./testing/decisions";
import { createToolsWorker } from "./tools-worker";

type ToolsWorkerOptions = Parameters<typeof createToolsWorker>[0];

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** Understands `{ const: { city } }` only: the checker itself is tested elsewhere. */
const check = async (schema: unknown, text: string) =>
  (schema as { const: { city: string } }).const.city === JSON.parse(text).city;

function workerOf(runner: Runner, more: Partial<ToolsWorkerOptions> = {}) {
  const tools = [{ name: "get_weather", runner }];
  return createToolsWorker({ tools, check, sandbox, sleep: async () => undefined, scriptMs: 5_000, ...more });
}

async function actionOf(
  runner: Runner,
  decision: Decision,
  context: DecideContext = listening(),
): Promise<Action> {
  const outcome = await workerOf(runner).decide(decision, context);
  if (outcome.kind !== "answered") throw new Error(`not answered: ${JSON.stringify(outcome)}`);
  const [action, ...rest] = outcome.response.actions ?? [];
  expect(rest).toEqual([]);
  if (!action) throw new Error("no action");
  return action;
}

const cityIs = (city: string) => ({ arguments: { const: { city } } });

workerContract(
  "rules",
  { start: "takes the proposal", refusal: "takes the proposal", unknownTool: /^nobody cannot be run: / },
  async () => ({
    worker: workerOf({
      kind: "responses",
      rules: [
        { when: cityIs("Tokyo"), then: { result: "It's clear in Tokyo." } },
        { when: cityIs("Nowhere"), then: { hang: true } },
        { then: { error: { message: "No forecast for Atlantis." } } },
      ],
    }),
    hangsOn: { arguments: '{"city":"Nowhere"}' },
    close: async () => undefined,
  }),
);

workerContract(
  "a script for each tool",
  { start: "takes the proposal", refusal: "takes the proposal", unknownTool: /^nobody cannot be run: / },
  async () => ({
    worker: workerOf(
      {
        kind: "script",
        source: `function run({ city }) {
          if (city === "Nowhere") for (;;) {}
          if (city !== "Tokyo") throw new Error(\`No forecast for \${city}.\`);
          return "It's clear in Tokyo.";
        }`,
      },
      { scriptMs: 60_000 },
    ),
    hangsOn: { arguments: '{"city":"Nowhere"}' },
    close: async () => undefined,
  }),
);

describe("rules", () => {
  const answer = (rules: ResponseRule[], args = '{"city":"Tokyo"}', attempt = 0) =>
    actionOf({ kind: "responses", rules }, execute(args, { attempt }));

  test("answers by the first rule that holds", async () => {
    const rules: ResponseRule[] = [
      { when: { attempt: 1 }, then: { result: "second" } },
      { when: { attempt: 0, ...cityIs("Oslo") }, then: { result: "Oslo" } },
      { when: { attempt: 0 }, then: { result: "first" } },
      { then: { result: "any" } },
    ];
    expect(await answer(rules)).toEqual({ type: "tool.result", result: "first" });
    expect(await answer(rules, '{"city":"Oslo"}')).toEqual({ type: "tool.result", result: "Oslo" });
    expect(await answer(rules, "{}", 1)).toEqual({ type: "tool.result", result: "second" });
    expect(await answer(rules, "{}", 2)).toEqual({ type: "tool.result", result: "any" });
  });

  test("hands results on as they are", async () => {
    for (const result of [null, false, 0, "", { a: [1] }])
      expect(await answer([{ then: { result } }])).toEqual({ type: "tool.result", result });
    expect(await answer([{ then: {} }])).toEqual({ type: "tool.result", result: null });
  });

  test("hands errors on with retryable and code", async () => {
    expect(await answer([{ then: { error: { message: "no" } } }])).toEqual({
      type: "tool.error",
      error: "no",
    });
    const error = { message: "busy", retryable: true, code: "rate_limited" as const };
    expect(await answer([{ then: { error } }])).toEqual({
      type: "tool.error",
      error: "busy",
      retryable: true,
      code: "rate_limited",
    });
  });

  test("says that no rule matched, counting attempts as people do", async () => {
    expect(await answer([{ when: { attempt: 0 }, then: { result: 1 } }], "{}", 1)).toEqual({
      type: "tool.error",
      error: "no rule of get_weather matched attempt 2 with these arguments: add a rule without a condition",
    });
  });

  test("reads blank arguments as {}", async () => {
    const texts: string[] = [];
    const worker = workerOf(
      { kind: "responses", rules: [{ when: { arguments: true }, then: { result: 1 } }] },
      { check: async (_, text) => texts.push(text) > 0 },
    );
    await worker.decide(execute("  "), listening());
    expect(texts).toEqual(["{}"]);
  });

  test("waits as long as the rule says", async () => {
    const waits: number[] = [];
    const worker = workerOf(
      { kind: "responses", rules: [{ then: { result: 1, delayMs: 1500 } }] },
      { sleep: async (ms) => void waits.push(ms) },
    );
    expect(await worker.decide(execute("{}"), listening())).toMatchObject({ kind: "answered" });
    expect(waits).toEqual([1500]);
  });

  test("answers nothing when it is stopped while it waits", async () => {
    const controller = new AbortController();
    const worker = workerOf(
      { kind: "responses", rules: [{ then: { result: 1, delayMs: 1500 } }] },
      { sleep: async () => controller.abort() },
    );
    expect(await worker.decide(execute("{}"), listening(controller.signal))).toMatchObject({
      kind: "failed",
    });
  });

  test("reports a check that fails as the call's error", async () => {
    const worker = workerOf(
      { kind: "responses", rules: [{ when: { arguments: {} }, then: { result: 1 } }] },
      { check: () => Promise.reject(new Error("checker gone")) },
    );
    expect(await worker.decide(execute("{}"), listening())).toEqual({
      kind: "answered",
      response: {
        actions: [{ type: "tool.error", error: "get_weather could not be run: Error: checker gone" }],
      },
    });
  });
});

describe("a person", () => {
  test("leaves the call open", async () => {
    const outcome = await workerOf({ kind: "person" }).decide(execute("{}"), listening());
    expect(outcome).toEqual({ kind: "answered", response: {} });
  });
});

describe("a script", () => {
  const run = (source: string, decision = execute('{"city":"Tokyo"}')) =>
    actionOf({ kind: "script", source }, decision);

  test("gets the arguments and what call this is", async () => {
    const source = "export default async (args, context) => ({ args, context })";
    expect(await run(source, execute('{"city":"Tokyo"}', { attempt: 2 }))).toEqual({
      type: "tool.result",
      result: {
        args: { city: "Tokyo" },
        context: { id: "call_1", name: "get_weather", attempt: 2 },
      },
    });
  });

  test("gets {} for blank arguments, and returns null for nothing", async () => {
    expect(await run("function run(args) { return Object.keys(args).length }", execute(""))).toEqual({
      type: "tool.result",
      result: 0,
    });
    expect(await run("function run() {}")).toEqual({ type: "tool.result", result: null });
  });

  test("fails with the message that was thrown, and where", async () => {
    expect(await run("function run() {\n  throw new Error('No such city.') }")).toEqual({
      type: "tool.error",
      error: "No such city.",
      detail: { name: "Error", line: 2, column: expect.any(Number) },
    });
  });

  test("names the tool and the line of a fault in the script", async () => {
    expect(await run("function run(args) {\n  return args.days.length }")).toMatchObject({
      type: "tool.error",
      error: "get_weather: TypeError: cannot read property 'length' of undefined (line 2)",
    });
    expect(await run("function run(args) {\n  return }}")).toMatchObject({
      type: "tool.error",
      error: expect.stringMatching(/^get_weather: the script has a syntax error at line 2, column \d+: /),
    });
    expect(await run("function main() {}")).toMatchObject({
      error: expect.stringContaining('the script defines no function "run"'),
    });
  });

  test.each([
    ["{ retryable: true, code: 'rate_limited' }", { retryable: true, code: "rate_limited" }],
    ["{ retryable: 'yes', code: 'made_up' }", {}],
    ["{ code: 'refused' }", { code: "refused" }],
  ])("honours %s on an error", async (members, expected) => {
    expect(await run(`function run() { throw Object.assign(new Error("busy"), ${members}) }`)).toEqual({
      type: "tool.error",
      error: "busy",
      detail: { name: "Error", line: 1, column: expect.any(Number) },
      ...expected,
    });
  });

  test("names the limit that stopped it", async () => {
    const worker = workerOf({ kind: "script", source: "function run() { for (;;) {} }" }, { scriptMs: 200 });
    expect(await worker.decide(execute("{}"), listening())).toEqual({
      kind: "answered",
      response: {
        actions: [
          { type: "tool.error", error: "get_weather: the script ran longer than 200 ms (time limit)" },
        ],
      },
    });
  });

  test("sends its console to the inspector", async () => {
    const context = listening();
    await actionOf(
      { kind: "script", source: "function run({ city }) { console.info('asked for', city) }" },
      execute('{"city":"Tokyo"}'),
      context,
    );
    expect(context.logs).toEqual([{ level: "info", text: "asked for Tokyo" }]);
  });
});
