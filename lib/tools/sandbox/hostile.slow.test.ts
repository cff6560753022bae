/** Scripts that want out, that lie about what they threw, and that leave something behind. */
import { afterAll, describe, expect, test } from "vitest";
import type { LogEntry } from "@/lib/engine/log/facts";
import { runScriptTool } from "@/lib/tools/script-tool";
import { execute } from "@/lib/tools/testing/decisions";
import { createSandbox, type SandboxRun } from "./sandbox";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

async function runIn(source: string, more: Partial<SandboxRun> = {}) {
  const logs: LogEntry[] = [];
  const result = await sandbox.run({
    source,
    entry: "run",
    args: "[1,2]",
    cpuMs: 10_000,
    wallMs: 15_000,
    signal: new AbortController().signal,
    onLog: (entry) => logs.push(entry),
    ...more,
  });
  return { result, logs };
}

async function givenBy(source: string): Promise<unknown> {
  const { result } = await runIn(source);
  if (!result.ok) throw new Error(result.error);
  return JSON.parse(result.json);
}

describe("what a script finds", () => {
  /** ECMAScript's own, and the console. */
  const KNOWN = new Set(
    `Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError AggregateError Array Object
    Function Iterator parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape
    unescape Infinity NaN undefined eval Number Boolean String Math Reflect Symbol globalThis BigInt Date RegExp JSON Proxy
    Map Set WeakMap WeakSet ArrayBuffer SharedArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array
    Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Promise WeakRef
    FinalizationRegistry console`.split(/\s+/),
  );

  test("are the names of the language and the console, and nothing else", async () => {
    const names = (await givenBy(
      "function run() { return Reflect.ownKeys(globalThis).map(String) }",
    )) as string[];
    expect(names.filter((name) => !KNOWN.has(name) && !name.startsWith("Symbol("))).toEqual([]);
  });

  test("by walking everything it can reach: no object of the host, none but the language's functions", async () => {
    const walk = `function run() {
      const seen = new Set(), open = [globalThis, run, arguments, import.meta, new Error()], odd = [];
      const look = (value) => {
        if ((typeof value === "object" && value !== null) || typeof value === "function") open.push(value);
      };
      for (let item = open.pop(); item; item = open.pop()) {
        if (seen.has(item)) continue;
        seen.add(item);
        look(Object.getPrototypeOf(item));
        for (const key of Reflect.ownKeys(item)) {
          const { value, get, set } = Object.getOwnPropertyDescriptor(item, key);
          if (/^(process|require|module|env|fs|fetch|worker|host)/i.test(String(key))) odd.push(String(key));
          [value, get, set].forEach(look);
        }
      }
      const functions = [...seen].filter((item) => typeof item === "function" && item !== run);
      const sources = functions.map((item) => Function.prototype.toString.call(item));
      return { odd, seen: seen.size, own: sources.filter((text) => !text.includes("[native code]")) };
    }`;
    const { odd, seen, own } = (await givenBy(walk)) as { odd: string[]; seen: number; own: string[] };
    expect(odd).toEqual([]);
    expect(seen).toBeGreaterThan(500);
    // The console's five methods are the only functions that are not the language's.
    expect(own).toHaveLength(5);
  });

  test.each([
    "({}).constructor.constructor('return typeof process + typeof require')()",
    "Function('return typeof process + typeof require')()",
    "(async () => {}).constructor('return 1').constructor('return typeof process + typeof require')()",
    "(function* () {}).constructor('yield typeof process + typeof require')().next().value",
    "new Proxy(Function, {})('return typeof process + typeof require')()",
    "Reflect.construct(Function, ['return typeof process + typeof require'])()",
    "(() => { try { null.x } catch (e) { return e.constructor.constructor('return typeof process + typeof require')() } })()",
    "(0, eval)('typeof process + typeof require')",
  ])("no way to the host by %s", async (expression) => {
    expect(await givenBy(`function run() { return ${expression} }`)).toBe("undefinedundefined");
  });

  test.each([
    "node:fs",
    "fs",
    "/etc/passwd",
    "other.mjs",
    "file:///etc/passwd",
    "data:text/javascript,export default 1",
    "http://127.0.0.1/x.js",
    "@jitl/quickjs-wasmfile-release-sync",
  ])("no module by the name %s", async (name) => {
    for (const source of [
      `async function run() { return Object.keys(await import(${JSON.stringify(name)})) }`,
      `import x from ${JSON.stringify(name)}; function run() {}`,
      `async function run() { return await eval('import(${JSON.stringify(name)})') }`,
    ])
      expect((await runIn(source)).result).toMatchObject({
        ok: false,
        error: expect.stringContaining(`a script cannot import "${name}": it is one file`),
      });
  });

  test("no path of this machine in a stack, whoever makes it", async () => {
    const stacks = `const stacks = [new Error().stack];
    const take = () => { stacks.push(new Error().stack); };
    for (const type of [Array, Object, String, Map, Set, Error, RegExp, Date])
      Object.defineProperty(type, Symbol.hasInstance, { value() { take(); return false } });
    function run() {
      console.log(new Proxy({}, { getPrototypeOf() { take(); return null }, ownKeys() { take(); return [] } }));
      try { JSON.parse("{") } catch (e) { stacks.push(e.stack) }
      try { (function f() { f() })() } catch (e) { stacks.push(e.stack) }
      return stacks;
    }`;
    const found = (await givenBy(stacks)) as string[];
    expect(found.length).toBeGreaterThan(4);
    for (const stack of found)
      for (const line of stack.split("\n").filter(Boolean))
        expect(line).toMatch(/^ +at (.+ \((script\.js:\d+:\d+|console:\d+:\d+|native)\)|<input>:\d+:\d+)$/);
  });
});

describe("what a script leaves behind", () => {
  test("is nothing the next run sees, in whichever thread", async () => {
    const pollute = `Object.prototype.polluted = 1; Array.prototype.push = null; globalThis.left = 1;
      JSON.stringify = () => '"mine"'; Promise.prototype.then = null; Function.prototype.call = null;
      function run() { return 1 }`;
    const look =
      "function run() { return [typeof ({}).polluted, typeof [].push, typeof left, typeof Promise.prototype.then] }";
    const one = createSandbox({ warm: 1, most: 1 });
    const run = {
      entry: "run",
      args: "[]",
      cpuMs: 10_000,
      wallMs: 15_000,
      signal: new AbortController().signal,
    };
    await one.run({ ...run, source: pollute, onLog: () => undefined });
    expect(await one.run({ ...run, source: look, onLog: () => undefined })).toEqual({
      ok: true,
      json: '["undefined","function","undefined","function"]',
    });
    await one.close();
  });
});

describe("a script that lies about what it threw", () => {
  const plain = "Object.assign(Object.create(null), ";
  test.each([
    [
      "members of other kinds",
      `return ${plain}{ name: 5, message: [1], stack: 7, file: true, code: {}, retryable: 1 })`,
    ],
    ["members that are objects", `return ${plain}{ name: ${plain}{ a: 1 }), message: ${plain}{ a: 1 }) })`],
    ["null", "return null"],
    ["a number", "return 1"],
    ["nothing", "return undefined"],
    ["a list", "return ['x']"],
    [
      "texts of 4 MB",
      `const t = 'y'.repeat(4e6); return ${plain}{ name: t, message: t, stack: t, code: t })`,
    ],
  ])("by %s is told as a short text", async (_, body) => {
    const source = `Object.prototype.toJSON = function () { ${body} }; function run() { throw new Error("x") }`;
    const { result } = await runIn(source);
    if (result.ok) throw new Error("It threw.");
    expect(typeof result.error).toBe("string");
    expect(result.error.length).toBeLessThan(2_200);
    expect(result.error).not.toContain("the sandbox failed");
    for (const [name, value] of Object.entries(result.thrown ?? {}))
      expect([name, typeof value]).toEqual([
        name,
        name === "retryable" ? "boolean" : typeof value === "number" ? "number" : "string",
      ]);
  });

  test("by changed built-ins ends as the call's error all the same", async () => {
    const source = `String.prototype.slice = () => 'z'.repeat(1e6); Array.prototype.join = () => 5;
      Object.keys = () => { throw 1 }; function run() { throw { a: 1 } }`;
    const action = await runScriptTool(
      { source, scriptMs: 5_000, signal: new AbortController().signal, onLog: () => undefined },
      execute("{}").trigger as Parameters<typeof runScriptTool>[1],
      sandbox,
    );
    expect(action).toMatchObject({ type: "tool.error", error: expect.any(String) });
    expect(JSON.stringify(action).length).toBeLessThan(5_000);
  });
});

describe("what a script returns or logs", () => {
  const time = { cpuMs: 200, wallMs: 5_000 };
  test.each<[string, string, string, Partial<SandboxRun>?]>([
    ["a thenable that never calls back", "{ then() {} }", "never settled"],
    ["a thenable that loops", "{ then() { for (;;) {} } }", "(time limit)", time],
    ["a getter that loops", "{ get a() { for (;;) {} } }", "(time limit)", time],
    ["a toJSON that loops", "{ toJSON() { for (;;) {} } }", "(time limit)", time],
    ["a toJSON that throws", "{ toJSON() { throw new Error('no') } }", "no"],
    ["a proxy of endless keys", "new Proxy({}, { ownKeys() { for (;;) {} } })", "(time limit)", time],
    ["a list of a billion holes", "new Array(1e9)", "(time limit)", time],
    ["a text of 60 MB", "'x'.repeat(3e7) + 'y'.repeat(3e7)", "limit)"],
    ["9 MB of small values", "Array.from({ length: 4.5e6 }, () => 1)", "limit)"],
    ["100,000 levels", "(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a })()", "limit)"],
    [
      "an endless generator",
      "(async () => { for await (const x of (async function* () { for (;;) yield 1 })()); })()",
      "(time limit)",
      time,
    ],
  ])("%s ends by what it is", async (_, ...told) => {
    const [value, words, more] = told;
    const { result } = await runIn(`function run() { return ${value} }`, more);
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining(words) });
  });

  test("a flood of the console is cut, also where the console's helpers were changed", async () => {
    const flood = `Array.prototype.map = () => ({ join: () => ({ length: 0, toString: () => 'z'.repeat(1e6) }) });
      function run() { for (let i = 0; i < 1e5; i++) console.log(i) }`;
    const { result, logs } = await runIn(flood);
    expect(result).toEqual({ ok: true, json: "null" });
    expect(JSON.stringify(logs).length).toBeLessThan(40_000);
    const endless = await runIn("function run() { for (;;) console.log('x'.repeat(1000)) }", time);
    expect(endless.result).toMatchObject({ limit: "time" });
    expect(JSON.stringify(endless.logs).length).toBeLessThan(40_000);
  });
});
