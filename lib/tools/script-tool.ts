/**
 * A tool as a script: one JavaScript file that defines `run`, with or without `export`, `async` or not:
 *
 *     function run({ city }, { id, name, attempt }) {
 *       return { city, sky: "clear" };
 *     }
 *
 * The return value is the result (`undefined` becomes null), and a thrown value is the error. `error.retryable = true`
 * and `error.code` are respected. `attempt` counts from 0.
 */

import type { SandboxResult, Thrown } from "@/lib/tools/sandbox/messages";
import type { Sandbox, SandboxRun } from "@/lib/tools/sandbox/sandbox";
import type { Action } from "../protocol/actions";
import { type ErrorCode, errorCodeSchema } from "../protocol/messages";
import { readReply } from "./reply-json";
import { argumentsJson, type ToolExecute } from "./responses";

/** Extra time before the thread is ended, for scripts that cannot be interrupted from inside. */
export const WALL_SPARE_MS = 1_000;

type ScriptTool = Pick<SandboxRun, "source" | "signal" | "onLog"> & { scriptMs: number };

/** Runs the script for one attempt and returns the action that settles it. */
export async function runScriptTool(
  tool: ScriptTool,
  trigger: ToolExecute,
  sandbox: Sandbox,
): Promise<Action> {
  const { id, name, attempt } = trigger;
  const result = await sandbox.run({
    source: tool.source,
    entry: "run",
    args: `[${argumentsJson(trigger)},${JSON.stringify({ id, name, attempt })}]`,
    cpuMs: tool.scriptMs,
    wallMs: tool.scriptMs + WALL_SPARE_MS,
    signal: tool.signal,
    onLog: tool.onLog,
  });
  if (!result.ok) return errorAction(result, name);
  const parsed = readReply(result.json);
  if (!parsed.ok) return { type: "tool.error", error: `${name}: the script's result ${parsed.error}` };
  return { type: "tool.result", result: parsed.value ?? null };
}

/** Errors that JavaScript itself throws: their message helps only together with a place. */
const BUILT_IN = /^(Type|Reference|Syntax|Range|Eval|URI|Internal|Aggregate)Error$/;

function errorAction(result: SandboxResult & { ok: false }, name: string): Action {
  const { thrown } = result;
  const meant = thrown && thrown.message !== "" && !BUILT_IN.test(thrown.name);
  return {
    type: "tool.error",
    error: meant ? thrown.message : `${name}: ${result.error}`,
    ...(thrown ? thrownMembers(thrown) : {}),
  };
}

function thrownMembers(thrown: Thrown): { retryable?: boolean; code?: ErrorCode; detail: unknown } {
  const { name, line, column, code, retryable } = thrown;
  const known = errorCodeSchema.safeParse(code);
  return {
    ...(retryable ? { retryable } : {}),
    ...(known.success ? { code: known.data } : {}),
    detail: { name, line, column },
  };
}
