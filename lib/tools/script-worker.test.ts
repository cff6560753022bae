import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "@/lib/tools/sandbox/sandbox";
import { workerContract } from "./contract.suite";
import { createScriptWorker } from "./script-worker";
import { decisionOn, execute, listening, refused, sessionStart } from "./testing/decisions";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** The fixture worker without its imports and its server, as a user would type it into the page. */
const page = readFileSync(new URL("./fixtures/weather-worker.mjs", import.meta.url), "utf8");
const weatherScript = page.slice(page.indexOf("const forecasts"), page.indexOf("const server"));

const workerOf = (source: string, scriptMs = 5_000) => createScriptWorker({ source, sandbox, scriptMs });
const decide = (source: string, decision = execute('{"city":"Tokyo"}'), scriptMs?: number) =>
  workerOf(source, scriptMs).decide(decision, listening());

workerContract(
  "the page's script",
  {
    start: "sends its agent",
    refusal: "runs the tool anyway",
    unknownTool: /^cannot read property 'exec' of undefined$/,
  },
  async () => ({
    worker: workerOf(
      weatherScript.replace("const sky =", "while (city === 'Nowhere') {}\nconst sky ="),
      60_000,
    ),
    hangsOn: { arguments: '{"city":"Nowhere"}' },
    close: async () => undefined,
  }),
);

describe("a worker script", () => {
  test("runs the page's code with export as well", async () => {
    const source = weatherScript.replace("function decide", "export function decide");
    expect(await decide(source)).toEqual({
      kind: "answered",
      response: { actions: [{ type: "tool.result", result: "It's clear in Tokyo." }] },
    });
  });

  test("gets the whole request", async () => {
    const source = "const decide = (request) => ({ state: Object.keys(request) })";
    expect(await decide(source)).toEqual({
      kind: "answered",
      response: { state: Object.keys(execute("{}").request()) },
    });
  });

  test("may override a proposal", async () => {
    const source = `async function decide({ trigger, proposed }) {
      const [action] = proposed.actions ?? [];
      return action ? { actions: [{ ...action, error: "Ask for " + trigger.name + " with a city." }] } : proposed;
    }`;
    const input = { status: "malformed" as const, error: "not JSON" };
    expect(
      await decide(source, refused(execute("{", { input }), "invalid tool arguments: not JSON")),
    ).toEqual({
      kind: "answered",
      response: {
        actions: [
          { type: "tool.error", id: "call_1", error: "Ask for get_weather with a city.", retryable: false },
        ],
      },
    });
  });

  test.each(["function decide() {}", "function decide() { return null }", "function decide() { return {} }"])(
    "%s decides nothing",
    async (source) => {
      expect(await decide(source)).toEqual({ kind: "answered", response: {} });
    },
  );

  test("sends its console to the inspector", async () => {
    const context = listening();
    await workerOf("function decide({ trigger }) { console.warn(trigger) }").decide(sessionStart(), context);
    expect(context.logs).toEqual([{ level: "warn", text: '{ type: "session.start" }' }]);
  });
});

describe("a worker script that goes wrong", () => {
  const faults: [string, string, number?][] = [
    [
      "function decide() {\n  nothing() }",
      "the worker script failed: ReferenceError: 'nothing' is not defined (line 2)",
    ],
    ["function decide() {\n  return }}", "the worker script has a syntax error at line 2, column 11: "],
    [
      "const tools = []",
      'the worker script defines no function "decide": write function decide(…) { … } at its top level',
    ],
    ["function decide() { for (;;) {} }", "the worker script ran longer than 200 ms (time limit)", 200],
    [
      "function decide() { return new Promise(() => {}) }",
      "the worker script failed: the function's promise never settled",
    ],
    [
      "function decide() { return { actions: [{ type: 'tool.result' }] } }",
      "the worker script's answer is refused at actions[0].result: is required (null is allowed)",
    ],
    [
      "function decide() { return { actions: [{ type: 'tool.result', result: undefined }] } }",
      "the worker script's answer is refused at actions[0].result: is required (null is allowed)",
    ],
    [
      "function decide() { return 'ok' }",
      "the worker script's answer is refused: expected object, received string",
    ],
  ];

  test.each(faults)("%s fails the call it was to run", async (source, error, scriptMs) => {
    expect(await decide(source, execute('{"city":"Tokyo"}'), scriptMs)).toEqual({
      kind: "answered",
      response: { actions: [{ type: "tool.error", error: expect.stringContaining(error) }] },
    });
  });

  test.each(faults)("%s fails any other decision", async (source, error, scriptMs) => {
    expect(await decide(source, sessionStart(), scriptMs)).toEqual({
      kind: "failed",
      error: expect.stringContaining(error),
      retryable: false,
    });
  });

  test("may not settle without an id where no call is asked for", async () => {
    const source = "function decide() { return { actions: [{ type: 'tool.result', result: 1 }] } }";
    const resumed = decisionOn({ type: "interrupt.resumed", interrupt_id: "int_1" });
    expect(await decide(source, resumed)).toEqual({
      kind: "failed",
      error:
        "the worker script's answer needs actions[0].id: interrupt.resumed is not about a call, so the action must name one",
      retryable: false,
    });
  });
});
