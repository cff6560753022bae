import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { useScreen } from "@/lib/client/screen/screen";
import type { Workspace } from "@/lib/protocol/workspace";
import { AgentDialog } from "./agent-dialog";

const dialog = (workspace: Workspace) => renderWith(<AgentDialog />, { workspace });

/** Text fields in their order: system prompt, model name, then the numbers. */
const fields = () => screen.getAllByRole("textbox") as HTMLInputElement[];

describe("the settings of the agent", () => {
  test("shows what the workspace has", () => {
    const base = workspaceOf();
    dialog({
      ...base,
      agent: { ...base.agent, system: "Be brief.", stream: true },
      parallel: 3,
      limits: { modelCallsPerTurn: 7, scriptMs: 900 },
    });
    expect(fields().map(({ value }) => value)).toEqual(["Be brief.", "scripted", "3", "7", "900"]);
    expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
  });

  test("writes what is typed into the draft", async () => {
    const { user } = dialog(workspaceOf());
    const [system, model, parallel] = fields();
    await user.type(system as HTMLElement, "Hi");
    await user.type(model as HTMLElement, "-2");
    await user.type(parallel as HTMLElement, "4");
    await user.tab();
    expect(draftNow().workspace).toMatchObject({
      agent: { system: "Hi", model: "scripted-2" },
      parallel: 4,
    });
  });

  test("leaves out of the file what is emptied again", async () => {
    const base = workspaceOf([], { limits: { scriptMs: 9 } });
    const { user } = dialog({ ...base, agent: { ...base.agent, system: "x" } });
    await user.clear(fields()[0] as HTMLElement);
    await user.clear(fields()[4] as HTMLElement);
    await user.tab();
    expect(draftNow().workspace).toEqual(workspaceOf());
  });

  test("switches streaming on and off", async () => {
    const { user } = dialog(workspaceOf());
    await user.click(screen.getByRole("switch"));
    expect(draftNow().workspace.agent.stream).toBe(true);
    await user.click(screen.getByRole("switch"));
    expect(draftNow().workspace.agent).not.toHaveProperty("stream");
  });

  test("closes by its cross", async () => {
    useScreen.setState({ dialog: "agent" });
    const { user } = dialog(workspaceOf());
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(useScreen.getState().dialog).toBeNull();
  });
});
