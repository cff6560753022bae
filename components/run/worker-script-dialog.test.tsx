import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { useScreen } from "@/lib/client/screen/screen";
import type { Workspace } from "@/lib/protocol/workspace";
import { WorkerScriptDialog } from "./worker-script-dialog";

const dialog = (worker: Workspace["worker"]) =>
  renderWith(<WorkerScriptDialog />, {
    workspace: workspaceOf([], { worker }),
  });

describe("the script of the worker", () => {
  test("is shown as it is and written as it is typed", async () => {
    const { user } = dialog({ kind: "script", source: "const a = 1" });
    const editor = screen.getByRole("textbox") as HTMLTextAreaElement;
    expect(editor.value).toBe("const a = 1");
    await user.type(editor, "2");
    expect(draftNow().workspace.worker).toEqual({ kind: "script", source: "const a = 12" });
  });

  test("is not there for another worker", () => {
    dialog({ kind: "tools" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("closes by its cross", async () => {
    useScreen.setState({ dialog: "worker-script" });
    const { user } = dialog({ kind: "script", source: "" });
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(useScreen.getState().dialog).toBeNull();
  });
});
