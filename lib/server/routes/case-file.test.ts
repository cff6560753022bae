import { expect, test } from "vitest";
import { readCaseFile } from "./case-file";

const kept = { name: "a", direction: "input", text: "{}", expected: { status: "valid", findings: [] } };
const file = { callscopeCases: 1, tool: "t", cases: [kept] };
const read = async (value: unknown) => {
  const answer = readCaseFile({ text: typeof value === "string" ? value : JSON.stringify(value) });
  return { status: answer.status, ...(await answer.json()) };
};

test("a file of cases is read as a whole", async () => {
  expect(await read(file)).toEqual({ status: 200, file });
});

test("or refused as a whole, with what does not fit", async () => {
  expect(await read("{")).toMatchObject({ status: 400, reason: "bad_case_file" });
  expect(await read({ ...file, callscopeCases: 2 })).toMatchObject({ status: 400 });
  const broken = await read({ ...file, cases: [kept, { ...kept, direction: "sideways" }] });
  expect(broken).toMatchObject({ status: 400, error: expect.stringContaining("no case was imported") });
  expect(broken.error).toContain("cases[1].direction");
});
