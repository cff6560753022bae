/** The workspace of a benched session and its adapters: a model with fixed answers, the tools worker with one rule. */
import { injectedFailure } from "@/lib/models/anthropic-failure";
import type { Model } from "@/lib/models/port";
import type { Workspace } from "@/lib/protocol/workspace";
import type { Worker } from "@/lib/tools/port";
import type { Sandbox } from "@/lib/tools/sandbox/sandbox";
import { createToolsWorker } from "@/lib/tools/tools-worker";
import { answerOf, type Shape, toolOf } from "./shapes";

export interface Bench {
  workspace: Workspace;
  model: Model;
  worker: Worker;
  /** The number of calls that the tool has answered so far. */
  executed: () => number;
}

const noSandbox: Sandbox = {
  run: async () => ({ ok: false, error: "the bench does not run scripts" }),
  close: async () => {},
};

export function createBench(shape: Shape): Bench {
  const { name, input, output, result, ...call } = toolOf(shape.tool);
  const tool = { name, input, output, result, ...call };
  const workspace: Workspace = {
    callscope: 1,
    name: "bench",
    agent: {
      model: "bench",
      stream: false,
      tools: [{ name, input, output, runner: { kind: "responses", rules: [{ then: { result } }] } }],
    },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
    limits: { modelCallsPerTurn: 100_000 },
  };
  const worker = createToolsWorker({
    tools: workspace.agent.tools,
    check: async () => true,
    sandbox: noSandbox,
    sleep: async () => {},
    scriptMs: 2_000,
  });
  let executed = 0;
  return {
    workspace,
    model: {
      ask: async ({ index }) => ({ ok: true, response: answerOf(shape, tool, index) }),
      failure: injectedFailure,
    },
    worker: {
      ...worker,
      decide: async (decision, context) => {
        const outcome = await worker.decide(decision, context);
        if (outcome.kind === "answered") executed += 1;
        return outcome;
      },
    },
    executed: () => executed,
  };
}
