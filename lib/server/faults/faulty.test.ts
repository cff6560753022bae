/** What is made to go wrong is told as the real thing is: beside each fault stands the adapter that meets it for real. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import { createAnthropicModel } from "@/lib/models/anthropic";
import { requestAt } from "@/lib/models/contract.suite";
import type { AskContext, Model } from "@/lib/models/port";
import { createScriptedModel } from "@/lib/models/scripted";
import {
  apiError,
  type FakeScenario,
  fakeAnswer,
  startFakeAnthropic,
} from "@/lib/models/testing/fake-anthropic";
import type { StreamDelta } from "@/lib/protocol/messages";
import { createHttpWorker } from "@/lib/tools/http-worker";
import type { Worker } from "@/lib/tools/port";
import { createSandbox } from "@/lib/tools/sandbox/sandbox";
import { createScriptWorker } from "@/lib/tools/script-worker";
import { execute, listening } from "@/lib/tools/testing/decisions";
import { startServer } from "@/lib/tools/testing/server";
import { askFaulty } from "./faulty-model";
import { decideFaulty } from "./faulty-worker";

const never = () => Promise.resolve(null);
const sleep = () => Promise.resolve();

describe("a worker's fault", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const decision = execute('{"city":"Tokyo"}');
  const real = (url = server.url) =>
    createHttpWorker({ url, secret: null, fetch }).decide(decision, listening());
  const notCalled = () => Promise.reject(new Error("It is not called."));
  const struck = (
    what: Parameters<typeof decideFaulty>[0],
    worker: Worker = createHttpWorker({ url: server.url, secret: null, fetch: notCalled }),
  ) => {
    const tools = { sleep, timeLeft: () => 0, brokenResult: never };
    return decideFaulty(what, tools, { worker, decision, context: listening() });
  };

  test("unreachable, as an address where nobody listens", async () => {
    const gone = await startServer();
    await gone.close();
    const outcome = await struck(
      { kind: "unreachable" },
      createHttpWorker({ url: gone.url, secret: null, fetch: notCalled }),
    );
    expect(outcome).toEqual(await real(gone.url));
    expect(outcome).toMatchObject({ kind: "failed", retryable: true });
  });

  test.each([500, 503, 599])("%i, as a worker that answers so", async (status) => {
    server.answers((response) => response.writeHead(status).end());
    const outcome = await struck({ kind: "server error", status });
    expect(outcome).toEqual(await real());
    expect(outcome).toMatchObject({ kind: "failed", retryable: true, status });
  });

  test("no JSON, as a worker whose answer ends too early", async () => {
    server.answers((response) =>
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end('{"actions": [{"type": "tool.result", "result":'),
    );
    const outcome = await struck({ kind: "broken json" });
    expect(outcome).toEqual(await real());
    expect(outcome).toMatchObject({ kind: "failed", retryable: false, status: 200 });
  });

  test("a worker without an address is named in words", async () => {
    const inside = createScriptWorker({ source: "", sandbox: createSandbox({ warm: 0 }), scriptMs: 1 });
    expect(await struck({ kind: "unreachable" }, inside)).toMatchObject({
      error:
        "Nothing answers at the worker's address (ECONNREFUSED): start the worker or correct its address.",
    });
  });
});

/** What the page was told of an answer, and how it ended. */
async function told(model: Model, what?: Parameters<typeof askFaulty>[0], stream = true) {
  const deltas: StreamDelta[] = [];
  const context: AskContext = {
    signal: new AbortController().signal,
    onDelta: (delta) => void deltas.push(delta),
  };
  const request = requestAt(0, { stream });
  const outcome = await (what
    ? askFaulty(what, { model, request, context, tools: { sleep, brokenArguments: never } })
    : model.ask(request, context));
  return { outcome, deltas };
}

describe("a model's fault", () => {
  const WHO = /The model provider at 127\.0\.0\.1:\d+|The provider|the model/;
  const words = (outcome: ModelOutcome) =>
    outcome.ok
      ? outcome
      : { error: outcome.error.replace(WHO, "…"), retryable: outcome.retryable, code: outcome.code };

  async function real(scenario: FakeScenario): Promise<ModelOutcome> {
    const fake = await startFakeAnthropic([scenario]);
    const model = createAnthropicModel({ apiKey: "sk-test", baseUrl: fake.url });
    const { outcome } = await told(model);
    await fake.close();
    return outcome;
  }
  const nobody: Model = {
    ...createScriptedModel({ answers: [], sleep }),
    ask: () => Promise.reject(new Error("It is not asked.")),
  };

  test.each([
    [{ kind: "rate limited" as const }, 429, "rate_limit_error"],
    [{ kind: "overloaded" as const }, 529, "overloaded_error"],
  ])("%o, as a provider that answers so", async (what, status, type) => {
    const { outcome } = await told(nobody, what);
    expect(words(outcome)).toEqual(words(await real(apiError(status, type, ""))));
    expect(outcome).toMatchObject({ ok: false, detail: { status, type } });
  });

  test("a cut stream, as one whose connection breaks", async () => {
    const events = fakeAnswer({ text: "The weather in Tokyo is clear." }).slice(0, 3);
    const broken = words(await real({ events, then: "break" }));
    const { outcome } = await told(nobody, { kind: "stream cut" }, false);
    const reason = /: [^:]+\. Nothing/;
    const cut = words(outcome);
    expect("error" in cut && cut.error.replace(reason, ": …. Nothing")).toBe(
      "error" in broken && broken.error.replace(reason, ": …. Nothing"),
    );
    expect(outcome).toMatchObject({ retryable: true, code: "provider_error" });
  });
});

describe("a cut stream", () => {
  /** Says a piece each time it is let, and never ends by itself. */
  function talking() {
    let say: AskContext["onDelta"] = () => {};
    let stopped = false;
    const model: Model = {
      failure: createScriptedModel({ answers: [], sleep }).failure,
      ask: (_request, { signal, onDelta }) => {
        say = onDelta;
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            stopped = true;
            resolve({ ok: false, error: "Stopped.", retryable: false });
          });
        });
      },
    };
    return { model, say: (text: string) => say({ text }), isStopped: () => stopped };
  }

  test("is seen as it comes, and ends in the middle without waiting for the rest", async () => {
    const { model, say, isStopped } = talking();
    const deltas: StreamDelta[] = [];
    const context = {
      signal: new AbortController().signal,
      onDelta: (delta: StreamDelta) => void deltas.push(delta),
    };
    const asked = { model, request: requestAt(0), context, tools: { sleep, brokenArguments: never } };
    const cut = askFaulty({ kind: "stream cut" }, asked);
    for (let n = 1; n <= 6; n += 1) say(`${n} `);
    expect(deltas.map(({ text }) => text).join("")).toBe("1 2 3 ");
    expect(isStopped()).toBe(false);
    for (let n = 7; n <= 24; n += 1) say(`${n} `);
    expect(isStopped()).toBe(true);
    const content = "1 2 3 4 5 6 7 8 9 10 11 12 ";
    expect(deltas.map(({ text }) => text).join("")).toBe(content);
    say("25");
    expect(deltas).toHaveLength(12);
    expect(await cut).toMatchObject({ ok: false, retryable: true, detail: { partial: { content } } });
  });

  test("of a short answer has its first half, of calls too", async () => {
    const pieces: StreamDelta[] = [
      { text: "Let me look." },
      { tool_calls: [{ id: "c1", name: "f", arguments: "" }] },
      { tool_calls: [{ id: "c1", arguments: '{"city":' }] },
      { tool_calls: [{ id: "c1", arguments: '"Tokyo"' }] },
      { tool_calls: [{ id: "c1", arguments: "}" }] },
      { finish_reason: "tool_calls" },
    ];
    const model: Model = {
      failure: createScriptedModel({ answers: [], sleep }).failure,
      ask: async (_request, { onDelta }) => {
        for (const piece of pieces) onDelta(piece);
        return { ok: true, response: { model: "m", content: "Let me look." } };
      },
    };
    const { outcome, deltas } = await told(model, { kind: "stream cut" });
    expect(deltas).toEqual(pieces.slice(0, 3));
    const call = { id: "c1", type: "function", function: { name: "f", arguments: '{"city":' } };
    expect(outcome).toMatchObject({ detail: { partial: { content: "Let me look.", tool_calls: [call] } } });
  });
});
