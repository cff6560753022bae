import { afterAll, describe, expect, test } from "vitest";
import type { LogEntry } from "@/lib/engine/log/facts";
import { createSandbox, type SandboxRun } from "./sandbox";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const SOUND = "function run(a, b) { return a + b }";

const runIn = (source: string, more: Partial<SandboxRun> = {}) =>
  sandbox.run({
    source,
    entry: "run",
    args: "[1,2]",
    cpuMs: 10_000,
    wallMs: 15_000,
    signal: new AbortController().signal,
    onLog: () => undefined,
    ...more,
  });

async function logsOf(source: string, args = "[]"): Promise<LogEntry[]> {
  const logs: LogEntry[] = [];
  await runIn(source, { args, onLog: (entry) => logs.push(entry) });
  return logs;
}

const textsOf = async (source: string, args = "[]") =>
  (await logsOf(source, args)).map((entry) => entry.text);

describe("what a script is", () => {
  test.each([
    ["a function", "function run(a, b) { return { sum: a + b } }", '{"sum":3}'],
    ["an exported function", "export function run(a, b) { return a + b }", "3"],
    ["a constant", "const run = (a, b) => a + b", "3"],
    ["a default export", "export default function (a, b) { return a + b }", "3"],
    ["an async function", "async function run(a, b) { await null; return a + b }", "3"],
    [
      "a function after a top-level await",
      "const c = await Promise.resolve(4); function run() { return c }",
      "4",
    ],
    ["a last line that is a comment", "function run() { return 1 } // end", "1"],
    ["no return value", "function run() {}", "null"],
    ["a promise by another name", "function run() { return { then: (done) => done(7) } }", "7"],
    ["text that is not ASCII", "function run() { return 'é 日 😀' }", '"é 日 😀"'],
  ])("runs %s", async (_, source, json) => {
    expect(await runIn(source)).toEqual({ ok: true, json });
  });

  test("starts each run anew", async () => {
    const source = "globalThis.count = (globalThis.count ?? 0) + 1; function run() { return count }";
    expect(await runIn(source)).toEqual({ ok: true, json: "1" });
    expect(await runIn(source)).toEqual({ ok: true, json: "1" });
  });

  test("hands arguments over as data", async () => {
    const source =
      "function run(a) { return [Object.keys(a), Object.getPrototypeOf(a) === Object.prototype] }";
    expect(await runIn(source, { args: '[{"__proto__":{"x":1}}]' })).toEqual({
      ok: true,
      json: '[["__proto__"],true]',
    });
  });

  test("is not disturbed by a script that replaces built-ins", async () => {
    const source =
      "JSON.stringify = JSON.parse = () => 'no'; Promise.prototype.then = null; function run(a) { return a }";
    expect(await runIn(source)).toEqual({ ok: true, json: "1" });
  });

  test("says which function is missing", async () => {
    expect(await runIn("const a = 1;")).toEqual({
      ok: false,
      error: 'the script defines no function "run": write function run(…) { … } at its top level',
    });
  });
});

describe("what a script throws", () => {
  test.each([
    ["an error", "function run() {\n  throw new Error('No forecast') }", "Error: No forecast (line 2)"],
    [
      "a fault of its own",
      "function run(a) {\n\n  return a.b.c }",
      "TypeError: cannot read property 'c' of undefined (line 3)",
    ],
    [
      "later",
      "async function run() {\n await null;\n throw new RangeError('far') }",
      "RangeError: far (line 3)",
    ],
    [
      "while it loads",
      "\nnothing();\nfunction run() {}",
      "ReferenceError: 'nothing' is not defined (line 2)",
    ],
    ["a text", "function run() { throw 'plain words' }", "plain words"],
    ["null", "function run() { throw null }", "null was thrown"],
    [
      "an error that cannot be read",
      "function run() { throw { get message() { throw 1 } } }",
      "an error that cannot be read",
    ],
  ])("tells of %s", async (_, source, error) => {
    expect(await runIn(source)).toMatchObject({ ok: false, error });
  });

  test("keeps code and retryable of an error", async () => {
    const source =
      "function run() { throw Object.assign(new Error('busy'), { code: 'rate_limited', retryable: true }) }";
    expect(await runIn(source)).toMatchObject({
      thrown: { name: "Error", message: "busy", code: "rate_limited", retryable: true, line: 1 },
    });
  });

  test.each([
    [
      "in a line",
      "function run() {\n  return 1 +;\n}",
      "the script has a syntax error at line 2, column 13: unexpected token in expression: ';'",
    ],
    [
      "at its end",
      "function run() {\n  return 1;\n",
      "the script has a syntax error at line 3, column 1: the script ends too early",
    ],
  ])("names the place of a syntax error %s", async (_, source, error) => {
    expect(await runIn(source)).toMatchObject({ ok: false, error, thrown: { syntax: true } });
  });

  test.each([
    [
      "a BigInt",
      "function run() { return { id: 1n } }",
      'TypeError: the returned value holds a BigInt at "id": return it as a string or a number',
    ],
    [
      "a circle",
      "function run() { const a = {}; a.a = a; return a }",
      "TypeError: the returned value refers to itself, so it cannot be written as JSON",
    ],
  ])("refuses to return %s", async (_, source, error) => {
    expect(await runIn(source)).toMatchObject({ ok: false, error });
  });

  test("warns of what JSON changes", async () => {
    expect(await logsOf("function run() { return { sum: NaN } }")).toEqual([
      {
        level: "warn",
        text: 'in the returned value at "sum" NaN was written as null: JSON has no such value',
      },
    ]);
  });
});

describe("what a script cannot reach", () => {
  const names = [
    "process",
    "require",
    "module",
    "fetch",
    "setTimeout",
    "setInterval",
    "WebSocket",
    "Buffer",
    "global",
    "std",
    "os",
    "scriptArgs",
    "print",
    "WebAssembly",
    "Worker",
    "__callscope_entry__",
  ];

  test.each(names)("%s", async (name) => {
    expect(await runIn(`function run() { return typeof ${name} }`)).toEqual({
      ok: true,
      json: '"undefined"',
    });
  });

  test.each([
    [
      "the function constructor",
      "function run() { return console.log.constructor('return typeof process')() }",
    ],
    ["an indirect eval", "function run() { return (0, eval)('typeof process') }"],
    ["this of a plain call", "function run() { return (function () { return typeof this })() }"],
    [
      "a prototype chain",
      "function run() { return typeof console.log.__proto__.constructor('return this')().process }",
    ],
    [
      "an error's stack hook",
      "function run() { Error.prepareStackTrace = (_, s) => s; return typeof new Error().stack[0]?.getThis }",
    ],
  ])("the host by %s", async (_, source) => {
    expect(await runIn(source)).toEqual({ ok: true, json: '"undefined"' });
  });

  test.each([
    ["a static import", "import fs from 'node:fs'; function run() {}"],
    ["a dynamic import", "async function run() { return await import('node:fs') }"],
  ])("modules by %s", async (_, source) => {
    expect(await runIn(source)).toMatchObject({
      error: expect.stringContaining('a script cannot import "node:fs": it is one file'),
    });
  });

  test("says what a sandbox is when a host name is used", async () => {
    expect(await runIn("function run() { return fetch('http://127.0.0.1') }")).toMatchObject({
      error:
        "ReferenceError: 'fetch' is not defined: scripts have no network, timers, files or Node.js modules (line 1)",
    });
  });
});

describe("console", () => {
  test("has five levels", async () => {
    const source =
      "function run() { for (const level of ['log', 'info', 'warn', 'error', 'debug']) console[level]('at', level) }";
    expect(await logsOf(source)).toEqual(
      (["log", "info", "warn", "error", "debug"] as const).map((level) => ({ level, text: `at ${level}` })),
    );
  });

  test.each([
    ["'text', 1, -0, 2n, true, null, undefined", "text 1 -0 2n true null undefined"],
    ["{ a: 'x', 'b c': [1, { d: null }] }", '{ a: "x", "b c": [ 1, { d: null } ] }'],
    ["[], {}, Object.create(null)", "[] {} null prototype {}"],
    ["new Map([['k', { v: 1 }]]), new Set([1, 'a'])", 'Map(1) { "k" => { v: 1 } } Set(2) { 1, "a" }'],
    ["new Date(0), new Date(NaN), /a.b/g", "1970-01-01T00:00:00.000Z Invalid Date /a.b/g"],
    [
      "new (class Point { x = 1 })(), function go() {}, () => {}",
      "Point { x: 1 } [Function: go] [Function: (anonymous)]",
    ],
    ["new Uint8Array([1, 2]), Symbol('s')", "Uint8Array [ 1, 2 ] Symbol(s)"],
    ["{ get a() { throw 1 } }", "{ a: [Getter] }"],
    ["(() => { const a = { b: 1 }; a.self = a; return a })()", "{ b: 1, self: [Circular] }"],
    ["{ a: { a: { a: { a: { a: { a: 1 } } } } } }", "{ a: { a: { a: { a: { a: [Object] } } } } }"],
    ["new Proxy({}, { ownKeys() { throw 1 } })", "[a value that cannot be shown]"],
  ])("shows %s", async (values, text) => {
    expect(await textsOf(`function run() { console.log(${values}) }`)).toEqual([text]);
  });

  test("shows an error with its place", async () => {
    const [text] = await textsOf("function run() {\n console.error(new TypeError('no')) }");
    expect(text).toContain("TypeError: no");
    expect(text).toContain("script.js:2:");
  });

  test("breaks long values into lines and counts what it leaves out", async () => {
    const [long, many] = await textsOf(
      "function run() { console.log({ a: 'x'.repeat(40), b: 'y'.repeat(40) }); console.log(Array(150).fill(0)) }",
    );
    expect(long).toBe(`{\n  a: "${"x".repeat(40)}",\n  b: "${"y".repeat(40)}"\n}`);
    expect(many).toContain("… 50 more");
  });

  test("cuts a long entry, then the number of entries", async () => {
    const [first, ...rest] = await textsOf(
      "function run() { console.log('x'.repeat(1e6)); for (let i = 0; i < 1000; i++) console.log(i) }",
    );
    expect(first).toHaveLength(8_001);
    expect(rest).toHaveLength(200);
    expect(rest.at(-2)).toBe("198");
    expect(rest.at(-1)).toBe("… more lines cut");
  });

  test("cuts the characters of all entries", async () => {
    const texts = await textsOf(
      "function run() { for (let i = 0; i < 100; i++) console.log('y'.repeat(5000)) }",
    );
    expect(texts).toHaveLength(7);
    expect(texts.at(-1)).toBe("… more lines cut");
  });

  test("tells what was logged before a limit ended the run", async () => {
    const logs: LogEntry[] = [];
    const source =
      "function run() { console.log('before'); Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }";
    await runIn(source, { cpuMs: 100, wallMs: 200, onLog: (entry) => logs.push(entry) });
    expect(logs).toEqual([{ level: "log", text: "before" }]);
  });
});

describe("stopping", () => {
  const endless = "function run() { console.log('running'); for (;;) {} }";
  const stopped = { ok: false, error: "the script was stopped from outside" };

  test("does not start when it is aborted already", async () => {
    expect(await runIn(endless, { signal: AbortSignal.abort() })).toEqual(stopped);
  });

  test("ends a run under way", async () => {
    const controller = new AbortController();
    const run = runIn(endless, {
      cpuMs: 60_000,
      wallMs: 60_000,
      signal: controller.signal,
      onLog: () => controller.abort(),
    });
    expect(await run).toEqual(stopped);
    expect(await runIn(SOUND)).toEqual({ ok: true, json: "3" });
  });

  test("ends a run that waits for a thread, and no other", async () => {
    const one = createSandbox({ warm: 1, most: 1 });
    const controller = new AbortController();
    const base = { entry: "run", args: "[1,2]", cpuMs: 500, wallMs: 5_000, onLog: () => undefined };
    const first = one.run({ ...base, source: endless, signal: new AbortController().signal });
    const second = one.run({ ...base, source: SOUND, signal: controller.signal });
    controller.abort();
    expect(await second).toEqual(stopped);
    expect(await first).toMatchObject({ limit: "time" });
    await one.close();
  });

  test("ends everything when it is closed", async () => {
    const own = createSandbox();
    const base = {
      entry: "run",
      args: "[]",
      cpuMs: 60_000,
      wallMs: 60_000,
      signal: new AbortController().signal,
    };
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const run = own.run({ ...base, source: endless, onLog: () => started() });
    await running;
    await own.close();
    expect(await run).toEqual({ ok: false, error: "the sandbox is closed" });
    expect(await own.run({ ...base, source: SOUND, onLog: () => undefined })).toEqual({
      ok: false,
      error: "the sandbox is closed",
    });
  });
});
