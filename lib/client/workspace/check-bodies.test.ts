import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCheckBodies, useCheckBodies } from "./check-bodies";
import { addNewTool, duplicateTool, editTool, editWorkspace, openDraft, removeTool, useDraft } from "./draft";
import { blankWorkspace, withSchemaText } from "./edits";

const bodies = () => [...useCheckBodies.getState().bodies.values()];
const texts = () => bodies().map(({ tool }) => [tool.name, tool.inputText]);
const firstKey = () => useDraft.getState().draft?.toolKeys[0] ?? "";
const type = (text: string) => editTool(firstKey(), (tool) => withSchemaText(tool, "input", text));

let stops: (() => void)[];
/** How often the bodies changed. */
let changes: number;

beforeEach(() => {
  vi.useFakeTimers();
  openDraft(blankWorkspace("One"));
  type("{}");
  stops = [startCheckBodies()];
  changes = 0;
  stops.push(
    useCheckBodies.subscribe(() => {
      changes += 1;
    }),
  );
});

afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

test("typing changes a body once, when it has paused", () => {
  expect(texts()).toEqual([["look_up", "{}"]]);
  type("{ ");
  vi.advanceTimersByTime(200);
  type("{  }");
  vi.advanceTimersByTime(249);
  expect(texts()).toEqual([["look_up", "{}"]]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([["look_up", "{  }"]]);
  expect(changes).toBe(1);
});

test("an edit that no check depends on changes nothing and does not extend the pause", () => {
  type("{ }");
  vi.advanceTimersByTime(200);
  editTool(firstKey(), (tool) => ({ ...tool, description: "about" }));
  vi.advanceTimersByTime(50);
  expect(texts()).toEqual([["look_up", "{ }"]]);
  editTool(firstKey(), (tool) => ({ ...tool, description: "more" }));
  vi.advanceTimersByTime(1_000);
  expect(changes).toBe(1);
});

test("a body that stays equal keeps its identity", () => {
  const [before] = bodies();
  addNewTool();
  vi.advanceTimersByTime(250);
  expect(bodies()[0]).toBe(before);
});

test("a new tool, a removed tool and another workspace count at once; what is being typed still waits", () => {
  type("{ }");
  duplicateTool(firstKey());
  expect(texts()).toEqual([
    ["look_up", "{}"],
    ["look_up_2", "{ }"],
  ]);
  removeTool(useDraft.getState().draft?.toolKeys[1] ?? "");
  expect(texts()).toEqual([["look_up", "{}"]]);
  openDraft({ ...blankWorkspace("Two"), formats: "always" });
  expect(bodies()[0]?.formats).toBe("always");
  vi.advanceTimersByTime(1_000);
  expect(bodies()[0]?.tool.inputText).not.toBe("{ }");
});

test("the formats of the workspace are part of every body", () => {
  editWorkspace((workspace) => ({ ...workspace, formats: "never" }));
  vi.advanceTimersByTime(250);
  expect(bodies()).toEqual([{ tool: { name: "look_up", inputText: "{}" }, formats: "never" }]);
});
