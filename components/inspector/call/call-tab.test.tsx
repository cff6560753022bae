import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Inspector } from "@/components/inspector/inspector";
import { oneCall } from "@/components/testing/calls";
import { codeIn, given, renderWith, screen } from "@/components/testing/render";
import type { Fact } from "@/lib/engine/log/facts";
import { callView } from "@/lib/view/inspector/call-view";
import { explainedSteps } from "@/lib/view/inspector/verdict-steps";
import { completed, fails, malformed, returns, runs, unchecked, valid } from "@/lib/view/testing/log";
import { RAW, SCHEMA_TEXT, told, VERDICT } from "@/lib/view/testing/story";

const SOUND = '{"city": "Oslo"}';
const ERROR = "invalid tool arguments";
const takenWith = { actions: [{ type: "tool.error" as const, id: "c1", error: ERROR }] };

const STATES: Record<string, Fact[]> = {
  queued: oneCall({ raw: SOUND }),
  "with the worker": oneCall({ raw: SOUND }, [606, runs("c1")]),
  completed: oneCall({ raw: SOUND }, [606, runs("c1")], [700, returns("c1", "forecast", "sun")]),
  "answered by the proposal": oneCall(
    { verdict: VERDICT },
    [606, runs("c1", 0, { proposed: takenWith })],
    [610, completed("x-c1-0"), fails("c1", "forecast", { error: ERROR })],
  ),
  malformed: oneCall({ raw: '{"city":', verdict: malformed("the text ends too early") }),
  unchecked: oneCall({ raw: SOUND, verdict: unchecked("the schema is broken") }),
  "without a schema": oneCall({ raw: SOUND, tool: { name: "forecast" }, verdict: valid("no schema") }),
  "run by the client": oneCall({ raw: SOUND, asked: { handler: "client" } }),
  voided: oneCall({ raw: SOUND }, [
    700,
    { type: "call.voided", kind: "tool_call", id: "c1", reason: "the turn failed" },
  ]),
};

async function inspect(facts: Fact[]) {
  const { session } = given(facts);
  const rendered = renderWith(<Inspector sessionId={session} />, { session, row: "call:c1", tab: "call" });
  await screen.findByTestId("verdict-card");
  return rendered;
}

describe.each(Object.entries(STATES))("a call that is %s", (_, facts) => {
  const { call, state, timeline } = told(facts);
  const record = call("c1");
  const steps = explainedSteps(record, callView(record, state, timeline), state);

  test("is told in six steps, each with its outcome", async () => {
    await inspect(facts);
    const card = screen.getByTestId("verdict-card");
    expect(within(card).getAllByRole("listitem")).toHaveLength(6);
    for (const { id, label, text } of steps)
      expect(within(card).getByTestId(`told-${id}`).textContent).toBe(label + text);
  });

  test("has the same steps with their tones in the bar above the tabs", async () => {
    await inspect(facts);
    for (const { id, tone, value } of steps) {
      const step = screen.getByTestId(`step-${id}`);
      expect(step.dataset.status).toBe(tone ?? "pending");
      expect(step.textContent).toContain(value);
    }
  });
});

describe("the card of a call", () => {
  test.each(["raw", "proposed", "taken", "read"] as const)("the step %s leads to its tab", async (id) => {
    const facts = STATES.completed ?? [];
    const { call, state, timeline } = told(facts);
    const step = callView(call("c1"), state, timeline).steps.find((one) => one.id === id);
    const { user } = await inspect(facts);
    await user.click(within(screen.getByTestId(`told-${id}`)).getByRole("button"));
    expect(screen.getByTestId(`tab-${step?.tab}`).getAttribute("aria-selected")).toBe("true");
  });
});

describe("the arguments", () => {
  test("are shown as they were sent, with the schema of the request", async () => {
    await inspect(STATES.completed ?? []);
    expect(codeIn(screen.getByTestId("arguments-text"))).toBe(SOUND);
    expect(codeIn(screen.getByTestId("arguments-schema"))).toBe(SCHEMA_TEXT);
    expect(screen.queryAllByTestId("finding")).toEqual([]);
    expect(screen.queryByTestId("mark")).toBeNull();
  });

  test("that break the schema are marked in both texts, one finding at a time", async () => {
    const { user } = await inspect(STATES["answered by the proposal"] ?? []);
    expect(codeIn(screen.getByTestId("arguments-text"))).toBe(RAW);
    const marks = () =>
      within(screen.getByTestId("arguments-text"))
        .getAllByTestId("mark")
        .map((mark) => [mark.textContent, mark.dataset.active !== undefined]);
    expect(marks()).toEqual([
      ['"3"', true],
      ['"unit"', false],
    ]);
    const findings = screen.getAllByTestId("finding").map((one) => within(one).getByRole("button"));
    expect(findings.map((one) => one.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
    for (const [i, { message }] of VERDICT.findings.entries())
      expect(findings[i]?.textContent).toContain(message);
    await user.click(findings[1] as HTMLElement);
    expect(marks().map(([, active]) => active)).toEqual([false, true]);
    const rule = within(screen.getByTestId("arguments-schema")).getAllByTestId("mark");
    const active = rule.filter((mark) => mark.dataset.active !== undefined);
    expect(active.map((mark) => mark.textContent).join("")).toBe('"additionalProperties": false');
  });

  test("are stepped through finding by finding, round and round", async () => {
    const { user } = await inspect(STATES["answered by the proposal"] ?? []);
    const shown = () =>
      screen
        .getAllByTestId("finding")
        .findIndex((one) => within(one).getByRole("button").getAttribute("aria-pressed") === "true");
    const seen = [shown()];
    for (const button of ["finding-next", "finding-next", "finding-previous"]) {
      await user.click(screen.getByTestId(button));
      seen.push(shown());
    }
    expect(seen).toEqual([0, 1, 0, 1]);
  });

  test("that are not JSON have no rule in the schema", async () => {
    await inspect(STATES.malformed ?? []);
    const places = screen.getAllByTestId("finding-place");
    expect(places).toHaveLength(1);
    expect(screen.queryByTestId("parsed")).toBeNull();
  });

  test("that the model left out are said to be empty", async () => {
    await inspect(oneCall({ raw: "" }));
    expect(screen.queryByTestId("arguments-text")).toBeNull();
    expect(screen.getByTestId("arguments")).toBeTruthy();
  });

  test("without a schema have none beside them", async () => {
    await inspect(STATES["without a schema"] ?? []);
    expect(screen.queryByTestId("arguments-schema")).toBeNull();
  });

  test("say why they were not checked", async () => {
    await inspect(STATES.unchecked ?? []);
    expect(screen.getByTestId("check-reason").textContent).toContain("the schema is broken");
  });
});
