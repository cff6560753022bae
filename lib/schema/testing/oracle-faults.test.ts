import { expect, test } from "vitest";
import { oracle } from "./oracle";
import { ORACLE_FAULTS, UNREADABLE } from "./oracle-faults";

async function judge(fixed: boolean): Promise<boolean[]> {
  const outcomes = ORACLE_FAULTS.map(async ({ example }) => {
    const conforms = await oracle(example.schema, example.dialect, { fixed });
    return conforms(example.instance);
  });
  return await Promise.all(outcomes);
}

// In one test, because a fix stays in effect in this process.
test("are faults of the second validator still, and fixed", async () => {
  const right = ORACLE_FAULTS.map(({ example }) => example.right);
  expect(await judge(false)).toEqual(right.map((valid) => !valid));
  expect(await judge(true)).toEqual(right);
});

test.each(UNREADABLE)("cannot read a schema still: $rule", async ({ schema }) => {
  await expect(oracle(schema, "2020-12")).rejects.toThrow();
});

test("fetches nothing", async () => {
  await expect(oracle({ $ref: "https://example.com/other" }, "2020-12")).rejects.toThrow(/Unable to load/);
});
