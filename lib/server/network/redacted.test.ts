import { expect, it } from "vitest";
import type { StreamDelta } from "@/lib/protocol/messages";
import { execute, listening } from "@/lib/tools/testing/decisions";
import { redactedModel, redactedWorker } from "./redacted";

const SECRET = "planted-secret-0123";
const said = `it is ${SECRET}`;
const marked = "it is [secret removed]";
const asked = {
  call_id: "llm_1",
  attempt: 0,
  index: 0,
  model: "m",
  stream: true,
  messages: () => [],
  tools: () => [],
};

it("takes secrets out of what a worker answers, streams and fails with", async () => {
  const deltas: StreamDelta[] = [];
  const worker = redactedWorker(
    {
      kind: "http",
      delivery: "remote",
      decide: async (_decision, { onDelta }) => {
        onDelta({ text: said });
        return { kind: "failed", error: said, retryable: true, status: 500 };
      },
    },
    [null, SECRET],
  );
  const context = { ...listening(), onDelta: (delta: StreamDelta) => deltas.push(delta) };
  expect(worker).toMatchObject({ kind: "http", delivery: "remote" });
  expect(await worker.decide(execute("{}"), context)).toEqual({
    kind: "failed",
    error: marked,
    retryable: true,
    status: 500,
  });
  expect(deltas).toEqual([{ text: marked }]);
});

it("takes secrets out of what a model answers and streams", async () => {
  const deltas: StreamDelta[] = [];
  const model = redactedModel(
    {
      kind: "anthropic",
      declare: () => [],
      ask: async (_request, { onDelta }) => {
        onDelta({ text: said });
        return { ok: true, response: { model: "m", content: said }, provider: { [SECRET]: [SECRET] } };
      },
    },
    [SECRET, null],
  );
  const { signal } = listening();
  expect(await model.ask(asked, { signal, onDelta: (delta) => deltas.push(delta) })).toEqual({
    ok: true,
    response: { model: "m", content: marked },
    provider: { "[secret removed]": ["[secret removed]"] },
  });
  expect(deltas).toEqual([{ text: marked }]);
});
