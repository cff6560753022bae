import { describe, expect, test } from "vitest";
import type { FactBody } from "@/lib/engine/log/facts";
import {
  answers,
  asks,
  assistant,
  call,
  created,
  finding,
  invalid,
  log,
  requests,
  said,
  toolMessage,
  turn,
} from "@/lib/view/testing/log";
import { told } from "@/lib/view/testing/story";
import { ordinal } from "@/lib/view/text/format";
import { loopOf } from "./loops";

const FAULT = invalid(finding("/days", 'days must be an integer, got the string "3"'));
const OTHER = invalid(finding("/city", "city must be a string", { schemaPath: "#/properties/city/type" }));

/** One model call that asks for one call with a fault, and the text the model reads of it. */
function round(n: number, raw: string, verdict = FAULT): FactBody[] {
  const asked = call(`c${n}`, "forecast", raw);
  return [
    ...asks(`m${n}`),
    answers(`m${n}`, asked),
    { ...assistant(`m${n}`, asked), parent_id: n === 1 ? "u1" : `t${n - 1}` } as FactBody,
    ...requests(`c${n}`, "forecast", { raw, verdict, llm: `m${n}` }),
    { ...toolMessage(`t${n}`, `c${n}`, `error ${n}`), parent_id: `m${n}` } as FactBody,
  ];
}

const session = (...rounds: FactBody[][]) =>
  told(log([0, created(), turn("t1"), said("u1", "Rain?")], [1, rounds.flat()]));
const loop = (of: ReturnType<typeof session>, id: string) => loopOf(of.call(id), of.timeline, of.state);

describe("the same fault again and again", () => {
  const AGAIN = session(
    round(1, '{"days": "3"}'),
    round(2, '{"city": 1}', OTHER),
    round(3, '{"days":   "3"}'),
    round(4, '{"days": "4", "unit": "c"}'),
    round(5, '{"days": "4", "unit": "c"}'),
  );

  test("names the calls that had it, and which of them this one is", () => {
    const found = loop(AGAIN, "c3");
    expect(found).toMatchObject({ number: 2, side: "arguments", message: FAULT.findings[0]?.message });
    expect(found?.occurrences.map(({ row, own }) => [row, own])).toEqual([
      ["call:c1", false],
      ["call:c3", true],
      ["call:c4", false],
      ["call:c5", false],
    ]);
  });

  test("has what the model read after each", () => {
    expect(loop(AGAIN, "c1")?.occurrences.map(({ read }) => read)).toEqual([
      "error 1",
      "error 3",
      "error 4",
      "error 5",
    ]);
  });

  test("tells what was changed from one to the next", () => {
    const [first, second, third, fourth] = loop(AGAIN, "c1")?.occurrences.map(({ changes }) => changes) ?? [];
    expect(first).toBeNull();
    // No line differs, yet it is not the very same text.
    expect(second).toHaveLength(2);
    expect(third).toEqual([
      { sign: "−", text: '"days": "3"' },
      { sign: "+", text: '"days": "4",' },
      { sign: "+", text: '"unit": "c"' },
    ]);
    expect(fourth).toEqual([]);
  });

  test("compares texts that are not JSON as a whole", () => {
    const broken = session(round(1, "{'days'"), round(2, '{"days": "3"}'));
    expect(loop(broken, "c2")?.occurrences[1]?.changes).toEqual([
      { sign: "−", text: "{'days'" },
      { sign: "+", text: '{"days": "3"}' },
    ]);
  });

  test("is none for a single fault, another one, or another turn", () => {
    expect(loop(AGAIN, "c2")).toBeNull();
    const turns = told(
      log(
        [0, created(), turn("t1"), said("u1", "Rain?")],
        [
          1,
          round(1, '{"days": "3"}'),
          { type: "turn.completed", turn_id: "t1", outcome: "done" } as FactBody,
        ],
        [2, turn("t2"), round(2, '{"days": "3"}')],
      ),
    );
    expect(loopOf(turns.call("c2"), turns.timeline, turns.state)).toBeNull();
  });

  test("goes by the result where that is what broke", () => {
    const reject = (id: string, result: string): FactBody => ({
      type: "output.rejected",
      tool_call_id: id,
      attempt: 0,
      result,
      verdict: FAULT,
    });
    const valid = { status: "valid" as const, findings: [], more: 0, notes: [] };
    const results = session(
      [...round(1, "{}", valid as never), reject("c1", '{"days":"3"}')],
      [...round(2, "{}", valid as never), reject("c2", '{"days":"5"}')],
    );
    expect(loop(results, "c2")).toMatchObject({ side: "result", number: 2 });
    expect(loop(results, "c2")?.occurrences[1]?.changes).toEqual([
      { sign: "−", text: '"days": "3"' },
      { sign: "+", text: '"days": "5"' },
    ]);
  });
});

describe("ordinals", () => {
  test.each([
    [1, "1st"],
    [2, "2nd"],
    [3, "3rd"],
    [4, "4th"],
    [11, "11th"],
    [12, "12th"],
    [13, "13th"],
    [21, "21st"],
    [102, "102nd"],
    [111, "111th"],
  ])("%i is %s", (n, words) => expect(ordinal(n)).toBe(words));
});
