import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setBaseline, setScreen, useScreen } from "@/lib/client/screen/screen";
import { type Side, sideKey } from "@/lib/protocol/side";
import type { Workspace } from "@/lib/protocol/workspace";
import { startKeepingBaselines } from "./baselines";
import { editTool, openDraft, savingEnded, useDraft } from "./draft";

let kept: Map<string, string>;
let stop: () => void;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  stop = () => {};
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const workspace = (...tools: string[]): Workspace => ({
  callscope: 1,
  name: "w",
  agent: {
    model: "scripted",
    tools: tools.map((name) => ({ name, runner: { kind: "person" } })),
  },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
});
const keyOf = (tool: number) => useDraft.getState().draft?.toolKeys[tool] ?? "";
const baseline = (tool: number, side: Side = "input") =>
  useScreen.getState().baselines[sideKey(keyOf(tool), side)]?.schema;

/** A page as it is after a reload, before and after it has opened its workspace. */
function load(tools: string[], id: string | null = "w1"): void {
  stop();
  useDraft.setState({ draft: null });
  setScreen({ baselines: {} });
  stop = startKeepingBaselines();
  openDraft(workspace(...tools), id === null ? undefined : { id, revision: 1 });
}

test("a schema chosen to compare with is there after a reload, by the tool's name", () => {
  load(["book", "cancel"]);
  setBaseline(`${keyOf(1)}/output`, '{"a":1}');
  load(["first", "cancel"]);
  expect([baseline(0, "output"), baseline(1, "output"), baseline(1)]).toEqual([
    undefined,
    '{"a":1}',
    undefined,
  ]);
  // Not in another workspace.
  load(["cancel"], "w2");
  expect(baseline(0, "output")).toBeUndefined();
  load(["cancel"]);
  expect(baseline(0, "output")).toBe('{"a":1}');
  setBaseline(`${keyOf(0)}/output`, null);
  load(["cancel"]);
  expect(baseline(0, "output")).toBeUndefined();
  expect(kept.size).toBe(0);
});

test("it follows a tool that is renamed, and a sample that is stored", () => {
  load(["book"], null);
  setBaseline(`${keyOf(0)}/input`, "{}");
  expect(kept.size).toBe(0);
  const draft = useDraft.getState().draft;
  if (!draft) throw new Error("no draft");
  savingEnded(draft, { id: "w9", revision: 1, updated_at: 0, workspace: draft.workspace });
  editTool(keyOf(0), (tool) => ({ ...tool, name: "order" }));
  load(["order"], "w9");
  expect(baseline(0)).toBe("{}");
});

test("what is there from elsewhere is nothing, and no storage is no fault", () => {
  for (const text of ["{", "null", '{"a":1}', '[null,1,{"tool":"book","side":"up","schema":"{}","at":1}]']) {
    kept.set("callscope.baselines.w1", text);
    load(["book"]);
    expect(useScreen.getState().baselines).toEqual({});
  }
  vi.stubGlobal("sessionStorage", undefined);
  load(["book"]);
  setBaseline(`${keyOf(0)}/input`, "{}");
  expect(baseline(0)).toBe("{}");
});
