import { expect, test } from "vitest";
import type { ToolCase } from "@/lib/protocol/case";
import { verdictKept } from "@/lib/protocol/kept-finding";
import { type WorkspaceTool, workspaceToolSchema } from "@/lib/protocol/workspace";
import { caseFileOf, whyNotKept, withCase, withCaseFile, withChangedCase, withoutCase } from "./kept-cases";

const tool = { name: "t", runner: { kind: "person" as const } };
const kept = (name: string, text = "{}"): ToolCase => ({
  name,
  direction: "input",
  text,
  expected: { status: "valid", findings: [] },
});

test("cases are added behind the others, and names stay apart", () => {
  const two = withCase(withCase(tool, kept("a")), kept("a"));
  expect(two.cases?.map(({ name }) => name)).toEqual(["a", "a 2"]);
});

test("a name stays short enough for the file, however often it comes", () => {
  const long = kept("n".repeat(200));
  const three = [long, long, long].reduce<WorkspaceTool>((now, one) => withCase(now, one), tool);
  expect(new Set(three.cases?.map(({ name }) => name)).size).toBe(3);
  expect(workspaceToolSchema.safeParse(three).success).toBe(true);
});

test("a file is taken as a whole, or not at all where it does not fit in", () => {
  const file = caseFileOf(withCase(withCase(tool, kept("a")), kept("b")));
  expect(withCaseFile(tool, file)).toEqual({ tool: { ...tool, cases: file.cases } });
  const full = Array.from({ length: 199 }, (_, i) => kept(`c${i}`));
  expect(withCaseFile({ ...tool, cases: full }, file)).toEqual({ why: "A tool keeps up to 200 cases" });
});

test("what was deleted comes back at its place, and the last one takes the member with it", () => {
  const three = ["a", "b", "c"].reduce<WorkspaceTool>((now, name) => withCase(now, kept(name)), tool);
  const gone = withoutCase(three, 1);
  expect(gone.cases?.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(withCase(gone, kept("b"), 1)).toEqual(three);
  expect(withoutCase(withCase(tool, kept("a")), 0)).toEqual(tool);
});

test("a change is of one case, and the tool that was given stays as it was", () => {
  const two = withCase(withCase(tool, kept("a")), kept("b"));
  expect(withChangedCase(two, 1, { text: "[]" }).cases?.map(({ text }) => text)).toEqual(["{}", "[]"]);
  expect(two.cases?.[1]?.text).toBe("{}");
});

test("of a verdict the rules and their places are kept, not the words", () => {
  const finding = { keyword: "type", instancePath: "/a", schemaPath: "#/properties/a/type" };
  const full = { ...finding, message: "m", params: {}, at: null, schemaAt: null };
  expect(verdictKept({ status: "invalid", findings: [full] })).toEqual({
    status: "invalid",
    findings: [finding],
  });
});

test("what may be kept is what the file takes", () => {
  const cases = (count: number, text: string) => ({
    ...tool,
    cases: Array.from({ length: count }, (_, i) => kept(`${i}`, text)),
  });
  for (const [before, text] of [
    [cases(199, "{}"), "{}"],
    [cases(200, "{}"), "{}"],
    [tool, "x".repeat(100_000)],
    [tool, "x".repeat(100_001)],
    [cases(19, "x".repeat(100_000)), "x".repeat(100_000)],
    [cases(20, "x".repeat(100_000)), "x"],
  ] as const)
    expect(whyNotKept(before, text) === null).toBe(
      workspaceToolSchema.safeParse(withCase(before, kept("new", text))).success,
    );
});
