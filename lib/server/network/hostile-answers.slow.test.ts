/** Whole sessions against a worker and a model whose answers are wrong in one place: whatever was taken, nothing breaks. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { statusOf } from "@/lib/engine/state/status";
import { createAnthropicModel } from "@/lib/models/anthropic";
import { fakeAnswer } from "@/lib/models/testing/fake-anthropic";
import { decisionResponseSchema } from "@/lib/protocol/actions";
import type { Trigger } from "@/lib/protocol/decision";
import { samplesOf } from "@/lib/protocol/testing/samples";
import { NO_SECRETS, TestServer, workspace } from "@/lib/server/testing/server";
import { createHttpWorker } from "@/lib/tools/http-worker";
import { type Mutation, mutate, mutationsOf, nameOf } from "@/lib/util/testing/mutations";

const SEED = Number(process.env.FC_SEED ?? 20_260_105);
const RUNS = Number(process.env.FC_RUNS ?? 150);

let server: TestServer;
let told: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  told = vi.spyOn(console, "error");
  server = await TestServer.open();
});
afterEach(async () => {
  await server.close();
  vi.restoreAllMocks();
});

const HTTP = workspace([], { workspace: { worker: { kind: "http", url: "http://worker.test/" } } });

/** The session to its end, or to where somebody must act; then what must hold of any session. */
async function expectSound(): Promise<void> {
  const id = await server.start(HTTP);
  await server.clock.run(3_600_000);
  const log = await server.log(id);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
  const state = initialState();
  for (const fact of log) evolve(state, fact);
  expect(statusOf(state)).toMatch(/^(idle|failed|waiting|interrupted|cancelled)$/);
  await server.sessions.command(id, { type: "cancel", reason: "enough" }, NO_SECRETS);
  expect(told).not.toHaveBeenCalled();
}

/** A worker that takes what is proposed and runs the tool, but answers one decision, counted from 0, with `value`. */
function workerThat(answers: { decision: number; value: unknown }) {
  let count = 0;
  const fetch = async (_url: string, { body }: RequestInit) => {
    const { trigger, proposed } = JSON.parse(String(body)) as { trigger: Trigger; proposed: unknown };
    const right =
      trigger.type === "tool.execute" ? { actions: [{ type: "tool.result", result: "done" }] } : proposed;
    return new Response(JSON.stringify(count++ === answers.decision ? answers.value : right) ?? "");
  };
  return createHttpWorker({ url: "http://worker.test/", secret: null, fetch });
}

/** An answer for each action alone, with the ids of the session, and for each other member of a response. */
function rightAnswers(): unknown[] {
  const [all] = samplesOf(decisionResponseSchema) as [Record<string, unknown>];
  const { actions, ...rest } = all as { actions: Record<string, unknown>[] };
  const named = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"id":"text"', '"id":"call_1"'));
  return [
    ...actions.map((action) => ({ actions: [named(action)] })),
    ...actions.map((action) => ({ actions: [{ ...action, id: undefined }] })),
    ...Object.entries(rest).map(([name, value]) => ({ [name]: value })),
    { messages: all.messages, actions: [{ type: "done" }] },
  ];
}

describe("a session", () => {
  const DECISIONS = 6;

  test("bears any one wrong value in a worker's answer", async () => {
    const mutations = rightAnswers().flatMap((right) =>
      mutationsOf(right).map((mutation): [unknown, Mutation] => [right, mutation]),
    );
    const property = fc.asyncProperty(
      fc.nat(mutations.length - 1),
      fc.nat(DECISIONS - 1),
      async (at, decision) => {
        const [right, mutation] = mutations[at] ?? [];
        const value = mutation && mutate(right, mutation);
        server.wrap = (adapters) => ({ ...adapters, worker: workerThat({ decision, value }) });
        await expectSound();
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  test("bears each right answer at each decision", async () => {
    for (const value of rightAnswers())
      for (let decision = 0; decision < DECISIONS; decision += 1) {
        server.wrap = (adapters) => ({ ...adapters, worker: workerThat({ decision, value }) });
        await expectSound();
      }
  });

  test("bears any one wrong value in a model's stream", async () => {
    const right = fakeAnswer({ text: "Hm", calls: [{ id: "call_1", name: "work", arguments: "{}" }] });
    const done = fakeAnswer({ text: "done" });
    const mutations = mutationsOf(right);
    const frames = (events: unknown) =>
      (Array.isArray(events) ? events : [events])
        .map(
          (event, at) =>
            `event: ${(right[at] as { type: string } | undefined)?.type}\ndata: ${JSON.stringify(event)}\n\n`,
        )
        .join("");
    const property = fc.asyncProperty(fc.nat(mutations.length - 1), async (at) => {
      const mutation = mutations[at];
      let asked = 0;
      const fetch = async () =>
        new Response(frames(asked++ === 0 && mutation ? mutate(right, mutation) : done));
      const model = createAnthropicModel({ apiKey: "sk-ant-hostile-0123456789", fetch });
      server.wrap = (adapters) => ({ ...adapters, model, worker: workerThat({ decision: -1, value: null }) });
      await expectSound().catch((cause) => {
        throw new Error(mutation && nameOf(mutation), { cause });
      });
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
});
