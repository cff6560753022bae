import { within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { oneCall } from "@/components/testing/calls";
import { renderWith, screen } from "@/components/testing/render";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { createAxis } from "@/lib/view/axis/axis";
import { rowContent } from "@/lib/view/rows/rows";
import {
  completed,
  fails,
  malformed,
  policy,
  requestsAgain,
  returns,
  runs,
  START,
  unchecked,
  valid,
} from "@/lib/view/testing/log";
import { STORY, VERDICT } from "@/lib/view/testing/story";
import { listOf, timelineOf } from "@/lib/view/testing/timeline";
import { Row } from "./row";

const NOW = START + 60_000;

function row(facts: Fact[], id: string, more: { compact?: boolean; selected?: boolean } = {}) {
  const timeline = timelineOf(facts);
  const list = listOf(timeline, { filter: "decisions", toggles: { "call:c1": true, "call:c2": true } });
  const index = list.indexOf(id);
  const ref = list.at(index);
  if (!ref) throw new Error(`No row ${id}`);
  const cells = rowContent(ref, { timeline, now: NOW, streams: new Map(), sumOf: list.sumOf });
  const [onSelect, onToggle] = [vi.fn(), vi.fn()];
  const axis = createAxis({ from: START, to: NOW, origin: START, gaps: [], width: 600 });
  const columns = { label: 290, axis: 600, room: 80, compact: more.compact ?? false };
  const kind = ref.attempt === null ? ref.record.kind : "attempt";
  const rendered = renderWith(
    <Row
      ref_={ref}
      kind={kind}
      cells={cells}
      index={index}
      domId="row"
      selected={more.selected ?? false}
      columns={columns}
      axis={axis}
      now={NOW}
      onSelect={onSelect}
      onToggle={onToggle}
    />,
  );
  return { ...rendered, element: screen.getByTestId("row"), cells, ref, index, onSelect, onToggle };
}

const SOUND = { raw: '{"city": "Oslo"}' };
const voided: FactBody = { type: "call.voided", kind: "tool_call", id: "c1", reason: "the turn failed" };
const segments = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>("[data-segment]")].map(({ dataset }) => dataset.segment);

describe("the row of a call", () => {
  test.each<[string, Fact[], string]>([
    ["queued", oneCall(SOUND), "queued"],
    ["running", oneCall(SOUND, [606, runs("c1")]), "running"],
    ["completed", oneCall(SOUND, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]), "completed"],
    ["failed", oneCall(SOUND, [606, runs("c1")], [700, fails("c1", "forecast", { error: "503" })]), "failed"],
    ["voided", oneCall(SOUND, [606, runs("c1")], [700, voided]), "voided"],
    ["left open", oneCall(SOUND, [606, runs("c1")], [700, completed("x-c1-0", {})]), "waiting"],
  ])("that is %s has its status, name and text", (_, facts, status) => {
    const { element, cells } = row(facts, "call:c1");
    expect([element.dataset.kind, element.dataset.status]).toEqual(["call", status]);
    expect(element.textContent).toContain(cells.label);
    if (cells.text !== "") expect(screen.getByTestId("row-text").textContent).toBe(cells.text);
    for (const chip of cells.chips) expect(screen.getByTestId(`chip-${chip.id}`).textContent).toBe(chip.word);
  });

  test.each([
    ["valid", valid()],
    ["invalid", VERDICT],
    ["malformed", malformed("the text ends too early")],
    ["unchecked", unchecked("the schema is broken")],
  ])("whose arguments are %s has a mark that says so", (status, verdict) => {
    const { element, cells } = row(oneCall({ ...SOUND, verdict }), "call:c1");
    expect(element.dataset.verdict).toBe(status);
    expect(screen.getByTestId("row-verdict").textContent).toContain(cells.verdict?.word);
  });

  test("has a mark without its word where there is no room", () => {
    const { cells } = row(oneCall({ ...SOUND, verdict: VERDICT }), "call:c1", { compact: true });
    expect(screen.queryByTestId("row-verdict")).toBeNull();
    expect(screen.getByRole("img", { name: cells.verdict?.word })).toBeTruthy();
  });

  test("has a piece of its bar for each stretch", () => {
    const facts = oneCall(
      { ...SOUND, asked: { policy: policy({ max_attempts: 2 }) } },
      [606, runs("c1")],
      [10_000, fails("c1", "forecast", { error: "503", retryable: true, due: 20_000 })],
      [20_000, requestsAgain("c1", "forecast", 1), runs("c1", 1)],
      [30_000, returns("c1", "forecast", { result: "sun", attempt: 1 })],
    );
    const { element, cells } = row(facts, "call:c1");
    expect(segments(element)).toEqual(cells.segments.map(({ kind }) => kind));
    expect(segments(element)).toContain("wait");
  });

  test("is selected by a press", async () => {
    const { user, element, ref, index, onSelect } = row(oneCall(SOUND), "call:c1");
    expect(element.getAttribute("aria-selected")).toBe("false");
    await user.click(element);
    expect(onSelect.mock.calls).toEqual([[ref.id, index]]);
  });

  test("that is selected says so", () => {
    expect(row(oneCall(SOUND), "call:c1", { selected: true }).element.getAttribute("aria-selected")).toBe(
      "true",
    );
  });
});

describe("rows of a tree", () => {
  test.each([
    ["turn:t1", "turn", 1],
    ["model:m1", "model", 2],
    ["call:c2", "call", 3],
  ])("%s is a %s on level %i", (id, kind, level) => {
    const { element, ref } = row(STORY, id);
    expect([element.dataset.kind, ref.depth + 1]).toEqual([kind, Number(element.getAttribute("aria-level"))]);
    expect(element.getAttribute("aria-level")).toBe(String(level));
  });

  test("fold by their sign and are not selected by it", async () => {
    const { user, element, onToggle, onSelect } = row(STORY, "turn:t1");
    expect(element.getAttribute("aria-expanded")).toBe("true");
    await user.click(within(element).getByTestId("toggle"));
    expect(onToggle.mock.calls).toEqual([["turn:t1", false]]);
    expect(onSelect).not.toHaveBeenCalled();
  });

  test("with nothing below them have no sign to fold", () => {
    const { element } = row(oneCall(SOUND), "model:m1");
    if (element.getAttribute("aria-expanded") === null) expect(screen.queryByTestId("toggle")).toBeNull();
    else expect(screen.getByTestId("toggle")).toBeTruthy();
  });
});
