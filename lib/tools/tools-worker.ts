/** Runs each tool in the way that its workspace names: by rules, by a script, or by a person. */

import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { Sandbox } from "@/lib/tools/sandbox/sandbox";
import { aborted } from "@/lib/util/abort";
import type { Action } from "../protocol/actions";
import type { Runner, WorkspaceTool } from "../protocol/workspace";
import { never } from "../util/never";
import { failureAt } from "./http-worker";
import type { DecideContext, Worker } from "./port";
import { type CheckArguments, matchRule, ruleAction, type ToolExecute } from "./responses";
import { runScriptTool } from "./script-tool";

interface ToolsWorkerOptions {
  tools: WorkspaceTool[];
  /** Checks the condition of a rule: a JSON Schema for the arguments, which are raw text. */
  check: CheckArguments;
  sandbox: Sandbox;
  /** Settles after `ms` milliseconds, or sooner when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Time for one run of a script, in milliseconds. */
  scriptMs: number;
}

/** Accepts every proposal and runs each `tool.execute` without one. `decide` does not throw: a failure becomes the call's error. */
export function createToolsWorker(options: ToolsWorkerOptions): Worker {
  return {
    failure: failureAt(),
    takes: ({ trigger, hasProposal }) => trigger !== "tool.execute" || hasProposal,
    async decide({ trigger, hasProposal }, context) {
      if (trigger.type !== "tool.execute" || hasProposal) return { kind: "proposed" };
      const runner = options.tools.find((tool) => tool.name === trigger.name)?.runner;
      if (!runner)
        return settled({
          type: "tool.error",
          error: `${trigger.name} cannot be run: the workspace has no tool with this name`,
        });
      try {
        const outcome = await run(runner, trigger, { options, context });
        return context.signal.aborted ? STOPPED : outcome;
      } catch (error) {
        return settled({ type: "tool.error", error: `${trigger.name} could not be run: ${String(error)}` });
      }
    },
  };
}

const STOPPED: WorkerOutcome = {
  kind: "failed",
  error: "the tool was stopped before it answered",
  retryable: false,
};

const settled = (action: Action): WorkerOutcome => ({ kind: "answered", response: { actions: [action] } });

interface Tools {
  options: ToolsWorkerOptions;
  context: DecideContext;
}

async function run(
  runner: Runner,
  trigger: ToolExecute,
  { options, context }: Tools,
): Promise<WorkerOutcome> {
  switch (runner.kind) {
    case "responses":
      return respond(runner, trigger, { options, context });
    case "script": {
      const { signal, onLog } = context;
      const tool = { source: runner.source, scriptMs: options.scriptMs, signal, onLog };
      return settled(await runScriptTool(tool, trigger, options.sandbox));
    }
    // The call stays open until a person settles it.
    case "person":
      return { kind: "answered", response: {} };
    default:
      return never(runner, "runner");
  }
}

async function respond(
  runner: Runner & { kind: "responses" },
  trigger: ToolExecute,
  { options, context }: Tools,
): Promise<WorkerOutcome> {
  const then = await matchRule(runner.rules, trigger, options.check);
  if (!then)
    return settled({
      type: "tool.error",
      error: `no rule of ${trigger.name} matched attempt ${trigger.attempt + 1} with these arguments: add a rule without a condition`,
    });
  if (then.delayMs) await options.sleep(then.delayMs, context.signal);
  if (then.hang) await aborted(context.signal);
  return settled(ruleAction(then));
}
