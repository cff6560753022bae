import { describe, expect, test, vi } from "vitest";
import { codeIn, given, renderWith, screen } from "@/components/testing/render";
import { answer, requests } from "@/components/testing/server";
import { workspaceOf } from "@/components/testing/workspace";
import { forkOffers } from "@/lib/view/forks/fork-view";
import { targetOf } from "@/lib/view/inspector/target";
import { RAW, STORY } from "@/lib/view/testing/story";
import { ForkDialog } from "./fork-dialog";

function dialog(row: string) {
  const { session, view } = given(STORY);
  const target = targetOf(view.log.timeline, row);
  if (!target) throw new Error(`No row ${row}`);
  const forks = `POST /api/sessions/${session}/forks`;
  answer(forks, { id: "fork-1" });
  const close = vi.fn();
  const rendered = renderWith(<ForkDialog session={session} target={target} view={view} onClose={close} />, {
    session,
    workspace: workspaceOf([{ name: "today" }]),
  });
  return { ...rendered, close, forks, offers: forkOffers(target.record, target.attempt, view.log.state) };
}

const choices = () => screen.getAllByRole("radio");
const editor = () => screen.getByRole("textbox") as HTMLTextAreaElement;
const posted = () =>
  requests()
    .filter(({ method }) => method === "POST")
    .map(({ body }) => body);

async function choose({ user, offers }: ReturnType<typeof dialog>, id: string) {
  await user.click(choices()[offers.findIndex((offer) => offer.id === id)] as HTMLElement);
}

describe("a fork", () => {
  test.each(["call:c1", "call:c2", "model:m1", "decision:d0"])(
    "of %s offers what can be changed there",
    (row) => {
      const { offers } = dialog(row);
      expect(choices().map((choice) => choice.parentElement?.textContent)).toEqual(
        offers.map(({ label }) => label),
      );
    },
  );

  test("with other arguments begins with the recorded ones, exactly", async () => {
    const made = dialog("call:c1");
    await choose(made, "arguments");
    expect(editor().value).toBe(RAW);
    expect(codeIn(screen.getByTestId("fork"))).toBe(RAW);
  });

  test("is made with what was typed, and opened", async () => {
    const made = dialog("call:c1");
    await choose(made, "arguments");
    await made.user.clear(editor());
    await made.user.type(editor(), "{{}}");
    await made.user.click(screen.getByTestId("fork-go"));
    await expect.poll(() => made.close.mock.calls.length).toBe(1);
    expect(posted()).toEqual([{ point: made.offers.find(({ id }) => id === "arguments")?.point("{}}") }]);
    expect(window.location.pathname).toBe("/sessions/fork-1");
  });

  test("takes today's workspace when that is switched on", async () => {
    const made = dialog("call:c1");
    await choose(made, "again");
    await made.user.click(screen.getByTestId("fork-today"));
    await made.user.click(screen.getByTestId("fork-go"));
    await expect.poll(posted).toMatchObject([{ workspace: { agent: { tools: [{ name: "today" }] } } }]);
  });

  test("with a text that is not JSON is not made", async () => {
    const made = dialog("call:c2");
    await choose(made, "outcome");
    await made.user.type(editor(), "x");
    await made.user.click(screen.getByTestId("fork-go"));
    expect(screen.getByTestId("fork-reuse").textContent).not.toBe("");
    expect(posted()).toEqual([]);
  });

  test("keeps a text that was typed while another change is looked at", async () => {
    const made = dialog("call:c1");
    await choose(made, "arguments");
    await made.user.type(editor(), "!");
    await choose(made, "again");
    expect(screen.queryByRole("textbox")).toBeNull();
    await choose(made, "arguments");
    expect(editor().value).toBe(`${RAW}!`);
  });

  test("says why it was refused, and stays", async () => {
    const made = dialog("call:c1");
    answer(made.forks, Response.json({ error: "too many forks" }, { status: 409 }));
    await choose(made, "again");
    await made.user.click(screen.getByTestId("fork-go"));
    expect((await screen.findByTestId("fork-refused")).textContent).toContain("too many forks");
    expect(made.close).not.toHaveBeenCalled();
  });
});
