import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { oneCall } from "@/components/testing/calls";
import { codeIn, given, renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import type { Fact, FactBody } from "@/lib/engine/log/facts";
import { heldView } from "@/lib/view/inspector/held-view";
import { runs } from "@/lib/view/testing/log";
import { told } from "@/lib/view/testing/story";
import { HoldCard } from "./hold-card";

const proposed = { actions: [{ type: "tool.error" as const, id: "c1", error: "bad arguments" }] };
const answered = { actions: [{ type: "tool.result" as const, id: "c1", result: "sun" }] };
const why = { breakpoint: { on: "decision" } } as const;
const SOUND = { raw: '{"city": "Oslo"}' };

const BEFORE = oneCall(SOUND, [
  606,
  { type: "decision.held", decision_id: "x-c1-0", why, proposed, pending_calls: 0 } as FactBody,
]);
const AFTER = oneCall(
  SOUND,
  [606, runs("c1", 0, { proposed })],
  [
    700,
    {
      type: "decision.held",
      decision_id: "x-c1-0",
      why,
      answer: { taken: false, returned: answered },
    } as FactBody,
  ],
);
const SCHEMA = '{"type":"object"}';

function hold(facts: Fact[]) {
  const { session, view } = given(facts);
  const decision = told(facts).decision("x-c1-0");
  const commands = `POST /api/sessions/${session}/commands`;
  answer(commands, { accepted: true });
  answer("GET /answer.schema.json", JSON.parse(SCHEMA));
  const rendered = renderWith(<HoldCard session={session} decision={decision} state={view.log.state} />);
  const held = heldView(decision, view.log.state);
  return { ...rendered, held, commands };
}

const sent = () =>
  requests()
    .filter(({ path }) => path.endsWith("/commands"))
    .map(({ body }) => body);

describe("a held decision", () => {
  test("that was not sent shows the proposal", () => {
    const { held } = hold(BEFORE);
    expect(screen.getByTestId("hold").textContent).toContain(held?.why);
    expect(JSON.parse(codeIn(screen.getByTestId("hold")))).toEqual(proposed);
  });

  test("that was answered shows the answer of the worker", () => {
    hold(AFTER);
    expect(JSON.parse(codeIn(screen.getByTestId("hold")))).toEqual(answered);
  });

  test.each([
    ["hold-continue", { how: { kind: "continue" } }],
    ["hold-step", { how: { kind: "continue" }, step: true }],
    ["hold-proposal", { how: { kind: "proposal" } }],
  ])("is let go by %s", async (button, how) => {
    const { user, held } = hold(BEFORE);
    await user.click(screen.getByTestId(button));
    await expect.poll(sent).toEqual([{ type: "release", decision_id: "x-c1-0", hold: held?.hold, ...how }]);
  });

  test("says why its release was refused", async () => {
    const { user, commands } = hold(BEFORE);
    answer(commands, Response.json({ error: "it is not held any more" }, { status: 409 }));
    await user.click(screen.getByTestId("hold-continue"));
    expect((await screen.findByTestId("release-refused")).textContent).toContain("it is not held any more");
  });
});

describe("an answer in the worker's place", () => {
  async function edit(facts: Fact[]) {
    answer("POST /api/check", { declaration: { input: { notes: [] }, output: { notes: [] } } });
    const rendered = hold(facts);
    await rendered.user.click(screen.getByTestId("hold-edit"));
    const dialog = await screen.findByTestId("edit-answer");
    return { ...rendered, dialog, editor: within(dialog).getByRole("textbox") as HTMLTextAreaElement };
  }

  test.each([
    ["the proposal", BEFORE, proposed],
    ["the worker's answer", AFTER, answered],
  ])("begins with %s", async (_, facts, value) => {
    const { editor } = await edit(facts);
    expect(JSON.parse(editor.value)).toEqual(value);
  });

  test("is compared with the proposal while it is typed", async () => {
    const { dialog } = await edit(AFTER);
    const diff = within(dialog).getByTestId("answer-diff").textContent ?? "";
    expect(diff).toContain("bad arguments");
    expect(diff).toContain("sun");
  });

  test("that is not JSON cannot be returned, and says what is wrong", async () => {
    const { user, dialog, editor } = await edit(BEFORE);
    await user.type(editor, "x");
    expect(within(dialog).getByTestId("answer-fault").textContent).not.toBe("");
    expect(within(dialog).queryByTestId("answer-diff")).toBeNull();
    await user.click(within(dialog).getByTestId("answer-return"));
    expect(sent()).toEqual([]);
  });

  test("is returned as it was typed, and the dialog closes", async () => {
    const { user, editor, held } = await edit(BEFORE);
    await user.clear(editor);
    await user.type(editor, '{{"actions": [[]}');
    await user.click(screen.getByTestId("answer-return"));
    await expect.poll(sent).toEqual([
      {
        type: "release",
        decision_id: "x-c1-0",
        hold: held?.hold,
        how: { kind: "edited", response: { actions: [] } },
      },
    ]);
    await expect.poll(() => screen.queryByTestId("edit-answer")).toBeNull();
  });
});
