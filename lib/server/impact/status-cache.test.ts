import { expect, test } from "vitest";
import type { Rechecker } from "@/lib/schema/port";
import { Rechecks } from "./status-cache";

const never = new AbortController().signal;

/** Finds texts of more than three characters invalid, two at a time, and notes what it was asked. */
function rechecker(stopAfter = Number.POSITIVE_INFINITY): Rechecker & { asked: [string, string[]][] } {
  const asked: [string, string[]][] = [];
  return {
    asked,
    recheck: async ({ schema, texts }, _signal, onSlice) => {
      asked.push([schema, [...texts]]);
      const statuses = texts.map((text) => (text.length > 3 ? "invalid" : "valid"));
      for (let from = 0; from < texts.length; from += 2) {
        if (from >= stopAfter) return { stopped: "the check was cancelled" };
        onSlice?.(from, statuses.slice(from, from + 2));
      }
      return { statuses };
    },
  };
}
const request = (schema: string, texts: string[]) =>
  ({ schema, formats: "dialect", direction: "input", texts }) as const;

test("a text is checked once by a schema, however often it is asked for", async () => {
  const checker = rechecker();
  const rechecks = new Rechecks(checker);
  const first = rechecks.ask(request("{}", ["a", "long", "a"]), never);
  expect(await first.done).toBeNull();
  expect([...first.statuses]).toEqual([
    ["a", "valid"],
    ["long", "invalid"],
  ]);
  const second = rechecks.ask(request("{}", ["long", "b", "a"]), never);
  expect(await second.done).toBeNull();
  expect(second.statuses.get("long")).toBe("invalid");
  rechecks.ask(request("true", ["a"]), never);
  // None at all takes any value, like `true`.
  rechecks.ask(request(" ", ["a", "c"]), never);
  expect(checker.asked).toEqual([
    ["{}", ["a", "long"]],
    ["{}", ["b"]],
    ["true", ["a"]],
    ["true", ["c"]],
  ]);
});

test("what was checked before it was stopped is kept", async () => {
  const checker = rechecker(2);
  const rechecks = new Rechecks(checker);
  const cut = rechecks.ask(request("{}", ["a", "b", "c", "d"]), never);
  expect(await cut.done).toBe("the check was cancelled");
  expect([...cut.statuses.keys()]).toEqual(["a", "b"]);
  expect(await rechecks.ask(request("{}", ["a", "b", "c", "d"]), never).done).toBeNull();
  expect(checker.asked.at(-1)).toEqual(["{}", ["c", "d"]]);
});

test("a schema that is asked for again and again stays while others come and go", async () => {
  const checker = rechecker();
  const rechecks = new Rechecks(checker);
  for (let key = 0; key < 10; key++) {
    await rechecks.ask(request("{}", ["a"]), never).done;
    await rechecks.ask(request(`{"maximum":${key}}`, ["a"]), never).done;
  }
  expect(checker.asked.filter(([schema, texts]) => schema === "{}" && texts.length > 0)).toHaveLength(1);
  await rechecks.ask(request('{"maximum":0}', ["a"]), never).done;
  expect(checker.asked.at(-1)).toEqual(['{"maximum":0}', ["a"]]);
});
