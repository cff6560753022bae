/** The texts for the end of a script: the value it threw, or the limit that stopped it. PURE. */
import type { LogEntry } from "@/lib/engine/log/facts";
import { readJson } from "@/lib/json/read";
import { isObject } from "@/lib/json/value";
import { never } from "@/lib/util/never";
import type { Job, SandboxLimit, SandboxResult, Thrown } from "./messages";

/** The sandbox's description of a thrown value. */
interface ScriptError {
  name: string;
  message: string;
  stack?: string;
  file?: string;
  code?: string;
  retryable?: boolean;
}

/**
 * Reads the description of a thrown value that the sandbox sends as JSON text. The script may have changed the code that
 * describes it, so neither types nor lengths are trusted.
 */
export function readAccount(json: string): ScriptError {
  const told = readJson(json, { depth: 500, portable: false });
  const members = told.ok && isObject(told.value) ? told.value : {};
  const text = (name: string, most: number) => {
    const value = members[name];
    return typeof value === "string" ? value.slice(0, most) : undefined;
  };
  return {
    name: text("name", 100) ?? "",
    message: text("message", 2_000) ?? "an error that cannot be read",
    stack: text("stack", 2_000),
    file: text("file", 100),
    code: text("code", 100),
    retryable: members.retryable === true,
  };
}

export function isLevel(level: string): level is LogEntry["level"] {
  return ["log", "info", "warn", "error", "debug"].includes(level);
}

export function limitFailure(limit: SandboxLimit, job: Job): SandboxResult & { ok: false } {
  return { ok: false, error: limitText(limit, job), limit };
}

function limitText(limit: SandboxLimit, job: Job): string {
  switch (limit) {
    case "time":
      return `the script ran longer than ${job.cpuMs} ms (time limit)`;
    case "memory":
      return `the script used more than ${job.limits.memoryMb} MB (memory limit)`;
    case "stack":
      return "the script nested calls or values too deep (stack limit)";
    case "result":
      return `the script returned more than ${job.limits.resultChars} characters (result limit)`;
    default:
      return never(limit, "sandbox limit");
  }
}

/** QuickJS's own messages for a full stack or memory. */
const ENGINE_LIMITS: Record<string, SandboxLimit> = {
  "InternalError: stack overflow": "stack",
  "SyntaxError: stack overflow": "stack",
  "InternalError: out of memory": "memory",
  "InternalError: string too long": "memory",
};

/** A thrown value as a failure; what QuickJS throws at its limits becomes a limit. */
export function thrownFailure(error: ScriptError, file: string, job: Job): SandboxResult & { ok: false } {
  const limit = ENGINE_LIMITS[`${error.name}: ${error.message}`];
  if (limit !== undefined) return limitFailure(limit, job);
  const place = placeOf(error.stack ?? "", file);
  const thrown: Thrown = { name: error.name, message: wordsFor(error), ...place };
  if (error.code !== undefined) thrown.code = error.code;
  if (error.retryable) thrown.retryable = true;
  if (error.name === "SyntaxError" && error.file === file) thrown.syntax = true;
  return { ok: false, error: thrownText(thrown), thrown };
}

/** The topmost place in the script itself. */
function placeOf(stack: string, file: string): { line?: number; column?: number } {
  const at = stack.split(`${file}:`)[1]?.match(/^(\d+):(\d+)/);
  return at ? { line: Number(at[1]), column: Number(at[2]) } : {};
}

const HOST_NAMES =
  /^'(fetch|XMLHttpRequest|WebSocket|setTimeout|setInterval|setImmediate|queueMicrotask|require|module|process|Buffer|window|document)' is not defined$/;

function wordsFor(error: ScriptError): string {
  if (error.message === "unexpected token in expression: ''") return "the script ends too early";
  if (error.name === "ReferenceError" && HOST_NAMES.test(error.message))
    return `${error.message}: scripts have no network, timers, files or Node.js modules`;
  return error.message;
}

function thrownText(thrown: Thrown): string {
  const { name, message, line, column } = thrown;
  if (thrown.syntax) return `the script has a syntax error at line ${line}, column ${column}: ${message}`;
  const what = [name, message].filter((part) => part !== "").join(": ") || "an empty value was thrown";
  return line === undefined ? what : `${what} (line ${line})`;
}
