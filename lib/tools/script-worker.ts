/**
 * A whole worker as a script: one JavaScript file that defines `decide`, with or without `export`, `async` or not. It gets
 * the same decision request as an HTTP worker and returns a decision response; `undefined` and `null` mean an empty one.
 */

import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { Sandbox } from "@/lib/tools/sandbox/sandbox";
import type { Trigger } from "../protocol/decision";
import { checkAnswer } from "./answer";
import { failureAt } from "./http-worker";
import type { Worker } from "./port";
import { readReply } from "./reply-json";
import { WALL_SPARE_MS } from "./script-tool";

interface ScriptWorkerOptions {
  source: string;
  sandbox: Sandbox;
  /** Time for one decision, in milliseconds. */
  scriptMs: number;
}

/** A script that fails on a `tool.execute` fails that call; on any other trigger it fails the decision. */
export function createScriptWorker({ source, sandbox, scriptMs }: ScriptWorkerOptions): Worker {
  return {
    failure: failureAt(),
    async decide(decision, { signal, onLog }) {
      const { trigger } = decision;
      const result = await sandbox.run({
        source,
        entry: "decide",
        args: `[${decision.json()}]`,
        cpuMs: scriptMs,
        wallMs: scriptMs + WALL_SPARE_MS,
        signal,
        onLog,
      });
      if (signal.aborted) return { kind: "failed", error: "the worker script was stopped", retryable: false };
      if (!result.ok) return failure(scriptText(result.error), trigger);
      const parsed = readReply(result.json);
      const answer = parsed.ok ? checkAnswer(parsed.value, trigger) : parsed;
      if (!answer.ok) return failure(`the worker script's answer ${answer.error}`, trigger);
      return { kind: "answered", response: answer.response };
    },
  };
}

const scriptText = (error: string) =>
  error.startsWith("the script")
    ? `the worker script${error.slice(10)}`
    : `the worker script failed: ${error}`;

function failure(error: string, trigger: Trigger): WorkerOutcome {
  if (trigger.type !== "tool.execute") return { kind: "failed", error, retryable: false };
  return { kind: "answered", response: { actions: [{ type: "tool.error", error }] } };
}
