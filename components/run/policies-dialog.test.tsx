import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import type { AgentRetry } from "@/lib/protocol/policy";
import { PoliciesDialog } from "./policies-dialog";

function dialog(retry?: AgentRetry) {
  const base = workspaceOf();
  const workspace = retry ? { ...base, agent: { ...base.agent, retry } } : base;
  return renderWith(<PoliciesDialog />, { workspace });
}

const field = (name: string) => within(screen.getByTestId(`policy-${name}`));
const shown = (name: string) => [
  field(name).getByTestId("policy-value").textContent,
  field(name).getByTestId("policy-layer").textContent,
];
const layers = () => screen.getAllByRole("radio");

describe("the retry policies of the agent", () => {
  test("without any, each field is the engine's", () => {
    dialog();
    for (const name of ["attempt_timeout_secs", "total_timeout_secs", "max_attempts"])
      expect(shown(name)[1]).toBe("engine default");
  });

  test("a field of tool calls is named after its layer", () => {
    dialog({ tool: { max_attempts: 4 } });
    expect(shown("max_attempts")).toEqual(["4", "agent tool"]);
    expect((field("max_attempts").getByRole("textbox") as HTMLInputElement).value).toBe("4");
  });

  test("a policy in the older, flat form is of model calls", async () => {
    const { user } = dialog({ max_attempts: 6 });
    expect(shown("max_attempts")[1]).toBe("engine default");
    await user.click(layers()[2] as HTMLElement);
    expect(shown("max_attempts")[0]).toBe("6");
  });

  test("what is typed is written into the layer that is shown", async () => {
    const { user } = dialog({ llm: { max_attempts: 2 } });
    await user.type(field("max_attempts").getByRole("textbox"), "3");
    await user.tab();
    expect(draftNow().workspace.agent.retry).toEqual({ llm: { max_attempts: 2 }, tool: { max_attempts: 3 } });
  });

  test("no limit is a value of its own, and taking it back leaves no policy behind", async () => {
    const { user } = dialog();
    const none = () => field("total_timeout_secs").getByRole("checkbox");
    await user.click(none());
    expect(draftNow().workspace.agent.retry).toEqual({ tool: { total_timeout_secs: null } });
    await user.click(none());
    expect(draftNow().workspace.agent).not.toHaveProperty("retry");
  });
});
