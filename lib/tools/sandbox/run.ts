/**
 * One run of a script in QuickJS, inside a sandbox thread. Every run has a WebAssembly instance of its own, with a
 * memory that cannot grow beyond its limit. Nothing in it is disposed (an open handle would abort the instance): the
 * whole instance is dropped.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import type { LogEntry } from "@/lib/engine/log/facts";
import { guestSource } from "./guest";
import type { Job, SandboxLimits, SandboxResult } from "./messages";
import { isLevel, limitFailure, readAccount, thrownFailure } from "./script-errors";

const FILE = "script.js";
const ENTRY = "__callscope_entry";
const STACK_BYTES = 200 * 1024;
const PAGES_PER_MB = 16;
const VARIANT = "@jitl/quickjs-wasmfile-release-sync";

/** Resolved from the project's folder, so that a bundler does not see the .wasm file. */
const require = createRequire(`${process.cwd()}/package.json`);
const variant = (require(VARIANT) as { default: QuickJSSyncVariant }).default;
const compiled = new WebAssembly.Module(readFileSync(require.resolve(`${VARIANT}/wasm`)));

interface Run {
  job: Job;
  context: QuickJSContext;
  runtime: QuickJSRuntime;
  memory: WebAssembly.Memory;
  /** The budget is spent: from then on every script instruction is interrupted. */
  late: () => boolean;
  call: QuickJSHandle;
  account: QuickJSHandle;
}

type Step<T> = { value: T } | { failure: SandboxResult };

/** Runs a job to its end. Does not throw: a failure is a result. */
export async function runJob(job: Job, onLog: (entry: LogEntry) => void): Promise<SandboxResult> {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: job.limits.memoryMb * PAGES_PER_MB });
  let late = () => false;
  try {
    const run = await open(job, memory, onLog);
    late = run.late;
    const entry = findEntry(run);
    if ("failure" in entry) return entry.failure;
    const returned = run.context.callFunction(
      run.call,
      run.context.undefined,
      entry.value,
      run.context.newString(job.args),
    );
    if (returned.error) return failed(run, returned.error);
    const settled = settle(run, returned.value, "the function's promise never settled");
    return "failure" in settled ? settled.failure : readResult(run, settled.value);
  } catch (error) {
    return hostFailure(job, late(), { error, memory });
  }
}

async function open(job: Job, memory: WebAssembly.Memory, onLog: (entry: LogEntry) => void): Promise<Run> {
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule: compiled, wasmMemory: memory }),
  );
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setModuleLoader((name) => ({
    error: new Error(`a script cannot import "${name}": it is one file`),
  }));
  const context = runtime.newContext();
  const make = context.unwrapResult(context.evalCode(guestSource(), "console"));
  const limits = context.newObject();
  context.setProp(limits, "entryChars", context.newNumber(Math.floor(job.limits.logChars / 4)));
  context.setProp(limits, "resultChars", context.newNumber(job.limits.resultChars));
  const send = sendFunction(context, job.limits, onLog);
  const guest = context.unwrapResult(context.callFunction(make, context.undefined, send, limits));
  // The script's time starts here, and covers what runs after an await as well.
  const deadline = performance.now() + job.cpuMs;
  const late = () => performance.now() > deadline;
  runtime.setInterruptHandler(late);
  const [call, account] = [context.getProp(guest, "call"), context.getProp(guest, "account")];
  return { job, context, runtime, memory, late, call, account };
}

/** The only way out of the sandbox: a console entry. Returns false once the limits are reached. */
function sendFunction(context: QuickJSContext, limits: SandboxLimits, onLog: (entry: LogEntry) => void) {
  let [entries, chars] = [limits.logEntries, limits.logChars];
  return context.newFunction("send", (levelHandle, textHandle) => {
    const level = context.getString(levelHandle);
    const text = context.getString(textHandle);
    if (entries === 0 || text.length > chars) {
      onLog({ level: "warn", text: "… more lines cut" });
      return context.false;
    }
    entries -= 1;
    chars -= text.length;
    if (isLevel(level)) onLog({ level, text });
    return context.true;
  });
}

/** Evaluates the script as a module and takes the function it defines under the entry's name, or its default export. */
function findEntry(run: Run): Step<QuickJSHandle> {
  const { context, job } = run;
  const tail = `\n;export const ${ENTRY} = typeof ${job.entry} === "function" ? ${job.entry} : undefined;`;
  const evaluated = context.evalCode(job.source + tail, FILE, { type: "module" });
  if (evaluated.error) return { failure: compileFailure(run, evaluated.error) };
  const module = settle(run, evaluated.value, "the script's top-level await never settled");
  if ("failure" in module) return module;
  for (const name of [ENTRY, "default"]) {
    const found = context.getProp(evaluated.value, name);
    if (context.typeof(found) === "function") return { value: found };
  }
  // With a top-level await the module is the value of the promise.
  for (const name of [ENTRY, "default"]) {
    const found = context.getProp(module.value, name);
    if (context.typeof(found) === "function") return { value: found };
  }
  const error = `the script defines no function "${job.entry}": write function ${job.entry}(…) { … } at its top level`;
  return { failure: { ok: false, error } };
}

/** An error at or after the script's last character is described with the script's own text, without the added line. */
function compileFailure(run: Run, error: QuickJSHandle): SandboxResult {
  const first = failed(run, error);
  if (first.ok || !first.thrown?.syntax) return first;
  const again = run.context.evalCode(run.job.source, FILE, { type: "module" });
  return again.error ? failed(run, again.error) : first;
}

/** Runs queued jobs until the promise settles or no job is left. A value that is not a promise counts as settled. */
function settle(run: Run, promise: QuickJSHandle, never: string): Step<QuickJSHandle> {
  const { context, runtime } = run;
  while (runtime.hasPendingJob()) {
    const done = runtime.executePendingJobs(100);
    if (done.error) return { failure: failed(run, done.error) };
    if (run.late()) return { failure: limitFailure("time", run.job) };
  }
  const state = context.getPromiseState(promise);
  if (run.late()) return { failure: limitFailure("time", run.job) };
  switch (state.type) {
    case "fulfilled":
      return { value: state.value };
    case "rejected":
      return { failure: failed(run, state.error) };
    case "pending":
      return { failure: { ok: false, error: never } };
  }
}

function readResult(run: Run, value: QuickJSHandle): SandboxResult {
  const length = run.context.getNumber(run.context.getProp(value, "length"));
  if (!(length <= run.job.limits.resultChars)) return limitFailure("result", run.job);
  return { ok: true, json: run.context.getString(value) };
}

/** Explains a failed step. After an interrupt or with a full memory, no script code runs again, not even to describe the error. */
function failed(run: Run, error: QuickJSHandle): SandboxResult {
  const { context, job } = run;
  if (run.late()) return limitFailure("time", job);
  const told = context.callFunction(run.account, context.undefined, error);
  if (run.late()) return limitFailure("time", job);
  if (told.error) return limitFailure("memory", job);
  const account = readAccount(context.getString(told.value));
  // A full memory has no room for an error object, so null is thrown.
  if (account.message === "null was thrown" && isFull(run.memory, job)) return limitFailure("memory", job);
  return thrownFailure(account, FILE, job);
}

function isFull(memory: WebAssembly.Memory, job: Job): boolean {
  return memory.buffer.byteLength >= (job.limits.memoryMb - 2) * 1024 * 1024;
}

/** The instance itself broke: its stack overflowed, or its memory filled up where it could not report it. */
function hostFailure(
  job: Job,
  late: boolean,
  fault: { error: unknown; memory: WebAssembly.Memory },
): SandboxResult {
  if (late) return limitFailure("time", job);
  if (fault.error instanceof RangeError) return limitFailure("stack", job);
  if (isFull(fault.memory, job)) return limitFailure("memory", job);
  return { ok: false, error: `the sandbox failed: ${String(fault.error)}` };
}
