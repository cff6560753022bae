/** Scripts that go beyond a limit, and what others notice of them. */
import { afterAll, describe, expect, test } from "vitest";
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

describe("limits", () => {
  const time = { cpuMs: 250 };
  const bombs: [string, "time" | "memory" | "stack" | "result", string, Partial<SandboxRun>?][] = [
    ["an endless loop", "time", "function run() { for (;;) {} }", time],
    ["an endless loop at the top level", "time", "for (;;) {}", time],
    ["an endless loop after an await", "time", "async function run() { await null; for (;;) {} }", time],
    [
      "an endless loop in catch and finally",
      "time",
      "function run() { for (;;) try { for (;;) {} } finally { continue } }",
      time,
    ],
    ["a promise loop", "time", "async function run() { for (;;) await null }", time],
    ["a chain of promises", "time", "const f = () => Promise.resolve().then(f); const run = f", time],
    [
      "a catastrophic pattern",
      "time",
      "function run() { return /^(a|a)*$/.test('a'.repeat(40) + 'X') }",
      time,
    ],
    [
      "a sort that never ends",
      "time",
      "function run() { for (;;) Array.from({ length: 1e4 }).sort(() => Math.random() - 0.5) }",
      time,
    ],
    [
      "an error that loops when read",
      "time",
      "function run() { throw new Proxy({}, { get() { for (;;) {} } }) }",
      time,
    ],
    [
      "a loop inside a built-in",
      "time",
      "function run() { return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }",
      { cpuMs: 100, wallMs: 300 },
    ],
    ["array growth", "memory", "function run() { for (const a = []; ; ) a.push(new Array(1000).fill(1)) }"],
    ["string growth", "memory", "function run() { for (let s = 'x'; ; ) s += s }"],
    ["buffer growth", "memory", "function run() { for (const a = []; ; ) a.push(new Uint8Array(1e6)) }"],
    ["a long repeat", "memory", "function run() { return 'x'.repeat(1e9) }"],
    ["recursion", "stack", "function run() { return run() }"],
    ["async recursion", "stack", "async function run() { return await run() }"],
    [
      "deep nesting in JSON",
      "stack",
      "function run() { return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) }",
    ],
    ["deep nesting in code", "stack", "function run() { return eval('['.repeat(1e5) + ']'.repeat(1e5)) }"],
    ["a result of 20 MB", "result", "function run() { return 'x'.repeat(2e7) }"],
  ];

  test.each(bombs)("%s ends by the %s limit, and the next run works", async (_, limit, ...bomb) => {
    const [source, more] = bomb;
    const result = await runIn(source, more);
    expect(result).toMatchObject({ ok: false, limit, error: expect.stringContaining(`(${limit} limit)`) });
    expect(await runIn(SOUND)).toEqual({ ok: true, json: "3" });
  });

  test("names the numbers of the limit", async () => {
    const small = createSandbox({ memoryMb: 24, resultChars: 10, warm: 1 });
    const run = { entry: "run", args: "[]", cpuMs: 150, wallMs: 5_000, signal: new AbortController().signal };
    const errorOf = async (source: string) => {
      const result = await small.run({ ...run, source, onLog: () => undefined });
      return result.ok ? result.json : result.error;
    };
    expect(await errorOf("function run() { return '123456789' }")).toBe(
      "the script returned more than 10 characters (result limit)",
    );
    expect(await errorOf("function run() { return 'x'.repeat(1e8) }")).toBe(
      "the script used more than 24 MB (memory limit)",
    );
    expect(await errorOf("for (;;) {}")).toBe("the script ran longer than 150 ms (time limit)");
    await small.close();
  });

  test.each([
    ["the function's promise never settled", "function run() { return new Promise(() => {}) }"],
    ["the script's top-level await never settled", "await new Promise(() => {}); function run() {}"],
  ])("says that %s", async (error, source) => {
    expect(await runIn(source)).toEqual({ ok: false, error });
  });

  test("measures each run of a thread on its own", async () => {
    const one = createSandbox({ warm: 1, most: 1 });
    const run = {
      entry: "run",
      args: "[1,2]",
      cpuMs: 5_000,
      signal: new AbortController().signal,
      onLog: () => undefined,
    };
    const slow = "function run() { const end = Date.now() + 400; while (Date.now() < end); return 'slow' }";
    await one.run({ ...run, source: SOUND, wallMs: 200 });
    expect(await one.run({ ...run, source: slow, wallMs: 5_000 })).toEqual({ ok: true, json: '"slow"' });
    await one.close();
  });

  test("does not let bombs hold up another run", async () => {
    const finished: string[] = [];
    const bomb = "function run() { return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) }";
    const bombs = Array.from({ length: 5 }, async () => {
      const result = await runIn(bomb, { cpuMs: 1_500, wallMs: 3_000 });
      finished.push(result.ok ? "ok" : String(result.limit));
    });
    expect(await runIn(SOUND)).toEqual({ ok: true, json: "3" });
    finished.push("sound");
    await Promise.all(bombs);
    expect(finished).toEqual(["sound", "time", "time", "time", "time", "time"]);
  });
});
