import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { answer } from "@/components/testing/server";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { openDraft, type SaveState, useDraft } from "@/lib/client/workspace/draft";
import { ConflictDialog } from "./conflict-dialog";

const theirs = { id: "w1", revision: 7, workspace: { ...workspaceOf(), name: "Theirs" }, updated_at: 0 };

function dialog(save: SaveState) {
  openDraft(workspaceOf(), { id: "w1", revision: 4 });
  useDraft.setState({ draft: { ...draftNow(), save } });
  return renderWith(<ConflictDialog />);
}

describe("two who edited one workspace", () => {
  test("is not shown without a conflict", () => {
    dialog({ kind: "clean" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("names both revisions, and keeps mine as a copy", async () => {
    const { user } = dialog({ kind: "conflict", theirs: theirs as never });
    const text = screen.getByRole("dialog").textContent ?? "";
    expect(text).toContain("7");
    expect(text).toContain("4");
    await user.click(screen.getByTestId("conflict-copy"));
    expect(draftNow()).toMatchObject({ id: null, save: { kind: "dirty" } });
    expect(draftNow().workspace.name).toContain("By hand");
    expect(draftNow().workspace.name).not.toBe("By hand");
  });

  test("opens theirs and drops mine", async () => {
    answer("GET /api/workspaces/w1", theirs);
    const { user } = dialog({ kind: "conflict", theirs: theirs as never });
    await user.click(screen.getByTestId("conflict-theirs"));
    await expect.poll(() => draftNow().workspace.name).toBe("Theirs");
    expect(draftNow().revision).toBe(7);
  });

  test("says why theirs cannot be opened, and keeps mine", async () => {
    const { user } = dialog({ kind: "conflict", theirs: theirs as never });
    answer("GET /api/workspaces/w1", Response.json({ error: "it is gone" }, { status: 404 }));
    await user.click(screen.getByTestId("conflict-theirs"));
    expect((await screen.findByRole("alert")).textContent).toContain("it is gone");
    expect(draftNow().workspace.name).toBe("By hand");
  });

  test("of a workspace that was deleted has nothing else to open; closing keeps mine under its name", async () => {
    const { user } = dialog({ kind: "conflict", theirs: null });
    expect(screen.queryByTestId("conflict-theirs")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(draftNow()).toMatchObject({ id: null, workspace: { name: "By hand" } });
  });
});
