import { expect, test } from "vitest";
import type { Declaration, DeclarationNote } from "@/lib/protocol/verdict";
import { stateOf } from "./tool-state";

const declared = (status: Declaration["status"], notes: DeclarationNote[] = []): Declaration => ({
  status,
  notes,
});
const answer = (input: Declaration, output = declared("none"), name = declared("ok")) => ({
  declaration: { input, output, name },
});

test("a name borne twice goes before everything else", () => {
  expect(stateOf(answer(declared("unusable")), true)).toEqual({ kind: "duplicate" });
});

test("no answer yet is no verdict", () => {
  expect(stateOf(undefined, false)).toEqual({ kind: "checking" });
});

test("an unusable schema names its side and its first error", () => {
  const notes: DeclarationNote[] = [
    { level: "warning", code: "w", message: "odd" },
    { level: "error", code: "e", message: 'unknown type "strng"' },
  ];
  expect(stateOf(answer(declared("ok"), declared("unusable", notes)), false)).toEqual({
    kind: "unusable",
    side: "output",
    reason: 'unknown type "strng"',
  });
});

test("remarks for information are not counted as warnings", () => {
  const notes: DeclarationNote[] = [
    { level: "info", code: "i", message: "format is a remark here" },
    { level: "warning", code: "w", message: "unknown keyword" },
  ];
  const name = declared("ok", [{ level: "warning", code: "n", message: "dots" }]);
  expect(stateOf(answer(declared("ok", notes), declared("none"), name), false)).toEqual({
    kind: "ok",
    warnings: 2,
    schema: true,
  });
  expect(stateOf(answer(declared("none")), false)).toEqual({ kind: "ok", warnings: 0, schema: false });
});
