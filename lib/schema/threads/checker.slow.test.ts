import { tmpdir } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkedValue } from "@/lib/protocol/checked-value";
import type { CheckRequest, Verdict } from "@/lib/protocol/verdict";
import type { Checker } from "@/lib/schema/port";
import { ThreadPool } from "@/lib/util/threads/pool";
import { type CheckerOptions, createChecker } from "./checker";

const open: Checker[] = [];

function checker(options?: CheckerOptions): Checker {
  const made = createChecker(options);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
});

const request = (text: string, schema: unknown = {}): CheckRequest => ({
  key: "k",
  direction: "input",
  text,
  schema: { kind: "text", text: JSON.stringify(schema) },
  formats: "dialect",
});

const CITY = { properties: { city: { type: "string" } }, required: ["city"] };
/** Runs for hours on the text below. */
const ENDLESS = { properties: { s: { pattern: "^(a|a)*$" } } };
const endless = request(JSON.stringify({ s: `${"a".repeat(60)}X` }), ENDLESS);

describe("a check in a worker", () => {
  test("gives the verdict, whose value is in the text", async () => {
    const { check } = bound(checker({ workers: 1 }));
    const checked = async (asked: CheckRequest) => {
      const verdict = await check(asked);
      expect(verdict).not.toHaveProperty("value");
      return { ...verdict, value: checkedValue(asked.text, verdict) };
    };
    expect(await checked(request('{"city":5}', CITY))).toMatchObject({
      status: "invalid",
      value: { city: 5 },
      error: "/city: city must be a string, got the number 5",
    });
    expect(await checked(request('{"city":"Oslo","__proto__":1}', CITY))).toHaveProperty(
      "value",
      JSON.parse('{"city":"Oslo","__proto__":1}'),
    );
    expect(await checked(request(" ", {}))).toMatchObject({ status: "valid", value: {} });
    expect(await checked(request("[", {}))).toMatchObject({ status: "malformed", value: undefined });
    expect(await checked({ ...request("plain", {}), direction: "output" })).toMatchObject({
      readAs: "text",
      value: "plain",
    });
    expect(await checked({ ...request("[1]", {}), direction: "output" })).toMatchObject({
      readAs: "json",
      value: [1],
    });
  });

  test("answers each of many at once", async () => {
    const { check } = bound(checker({ workers: 2 }));
    const cities = Array.from({ length: 100 }, (_, i) => (i % 3 === 0 ? i : `city ${i}`));
    const verdicts = await Promise.all(cities.map((city) => check(request(JSON.stringify({ city }), CITY))));
    expect(verdicts.map((verdict) => verdict.status)).toEqual(
      cities.map((city) => (typeof city === "string" ? "valid" : "invalid")),
    );
    expect(verdicts.map((verdict) => ("error" in verdict ? verdict.error : null))).toEqual(
      cities.map((city) =>
        typeof city === "string" ? null : `/city: city must be a string, got the number ${city}`,
      ),
    );
  });

  test("declares schemas", async () => {
    const made = checker({ workers: 1 });
    expect(await made.declare({ formats: "dialect", direction: "input" })).toEqual({
      status: "none",
      notes: [],
    });
    expect(
      await made.declare({ text: '{"type":"strng"}', formats: "dialect", direction: "output" }),
    ).toMatchObject({
      status: "unusable",
      notes: [{ code: "unknown-type" }],
    });
  });
});

describe("limits", () => {
  test("stop a check that takes too long, and name the time", async () => {
    const verdict = await checker({ workers: 1, checkMs: 150 }).check(endless);
    expect(verdict).toEqual({
      status: "aborted",
      reason: "the check took longer than 150 ms and was stopped (a slow pattern or a very large value?)",
      error:
        "could not be checked: the check took longer than 150 ms and was stopped (a slow pattern or a very large value?)",
      findings: [],
      more: 0,
      notes: [],
    });
  });

  test("leave the other checks alone: those behind it, those beside it, those after it", async () => {
    const { check } = bound(checker({ workers: 2, checkMs: 1000 }));
    await Promise.all([check(request("{}")), check(request("{}"))]);
    const order: string[] = [];
    const note = (name: string) => (verdict: Verdict) => order.push(`${name} ${verdict.status}`);
    await Promise.all([
      check(endless).then(note("endless")),
      ...[1, 2, 3, 4].map((i) => check(request('{"city":"Oslo"}', CITY)).then(note(`other ${i}`))),
    ]);
    expect(order.toSorted()).toEqual([
      "endless aborted",
      "other 1 valid",
      "other 2 valid",
      "other 3 valid",
      "other 4 valid",
    ]);
    expect(order.at(-1)).toBe("endless aborted");
    expect((await check(request('{"city":1}', CITY))).status).toBe("invalid");
  });

  test("stop several at once with a single worker", async () => {
    const { check } = bound(checker({ workers: 1, checkMs: 100 }));
    const verdicts = await Promise.all([
      check(endless),
      check(request("{}")),
      check(endless),
      check(request("{}")),
    ]);
    expect(verdicts.map((verdict) => verdict.status)).toEqual(["aborted", "valid", "aborted", "valid"]);
  });

  test("do not block the thread that asks", async () => {
    const made = checker({ workers: 1, checkMs: 300 });
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await made.check(endless);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  test("stop a schema that takes too long to compile, and do not try it again", async () => {
    const run = vi.spyOn(ThreadPool.prototype, "run");
    const made = checker({ workers: 1, compileMs: 200 });
    const members = Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { type: "string", minLength: i }]);
    const heavy = request("{}", { properties: Object.fromEntries(members) });
    const reason = "the schema took longer than 200 ms to compile and was stopped";
    expect(await made.check(heavy)).toMatchObject({ status: "aborted", reason });
    const { schema, formats } = heavy;
    const text = schema.kind === "text" ? schema.text : "";
    expect(await made.declare({ text, formats, direction: "input" })).toEqual({
      status: "unusable",
      notes: [{ level: "error", code: "aborted", message: reason }],
    });
    expect(await made.check(heavy)).toMatchObject({ status: "aborted", reason });
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
    expect((await made.check(request("{}"))).status).toBe("valid");
  });

  test("stop a check that takes too much memory", async () => {
    const made = checker({ workers: 1, memoryMb: 32, argumentsChars: 40_000_000, checkMs: 20_000 });
    expect(await made.check(request(`{"a":[${"{},".repeat(3_000_000)}{}]}`))).toMatchObject({
      status: "aborted",
      reason: "the check needed more than 32 MB of memory and was stopped",
    });
    expect((await made.check(request("{}"))).status).toBe("valid");
  });

  test("refuse what is too big without asking a worker", async () => {
    expect(await checker({ workers: 1, argumentsChars: 10 }).check(request('{"city":"Oslo"}'))).toMatchObject(
      {
        status: "aborted",
        reason: "arguments of 15 characters, the limit is 10",
      },
    );
  });
});

describe("a checker", () => {
  test("says when it is closed, to those who wait and those who come", async () => {
    const made = checker({ workers: 1 });
    const waiting = made.check(endless);
    await made.close();
    const closed = { status: "aborted", reason: "the checker was closed" };
    expect(await waiting).toMatchObject(closed);
    expect(await made.check(request("{}"))).toMatchObject(closed);
    expect(await made.declare({ text: "{}", formats: "dialect", direction: "input" })).toMatchObject({
      status: "unusable",
    });
  });

  test("says why it cannot start, and starts once it can", async () => {
    const home = process.cwd();
    process.chdir(tmpdir());
    const made = checker({ workers: 1 });
    const verdict = await made.check(request("{}"));
    process.chdir(home);
    expect(verdict).toMatchObject({
      status: "aborted",
      reason: expect.stringContaining("the checker crashed: Cannot find module"),
    });
    expect((await made.check(request("{}"))).status).toBe("valid");
  });
});

/** The checker's functions, to be called by name. */
function bound(made: Checker): Pick<Checker, "check"> {
  return { check: (what) => made.check(what) };
}
