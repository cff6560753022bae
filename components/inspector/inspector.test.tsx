import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { codeIn, given, renderWith, screen } from "@/components/testing/render";
import { RAW, STORY, VERDICT } from "@/lib/view/testing/story";
import { Inspector } from "./inspector";

function inspect(row: string | undefined, tab?: string) {
  const { session } = given(STORY);
  return renderWith(<Inspector sessionId={session} />, { session, row, tab });
}

describe("the inspector", () => {
  test("without a row it shows no tab", async () => {
    inspect(undefined);
    expect(screen.queryAllByRole("tab")).toEqual([]);
  });

  test("a call has its tabs, its verdict and what the model sent", async () => {
    inspect("call:c1");
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      "Call",
      "Decision",
      "Attempts",
      "Result",
      "Model",
      "Raw",
    ]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Call");
    expect(screen.getByTestId("verdict").dataset.status).toBe("invalid");
    const sent = screen.getByTestId("arguments");
    expect(codeIn(within(sent).getByRole("group", { name: "Arguments as the model sent them" }))).toBe(RAW);
    for (const { message } of VERDICT.findings) expect(sent.textContent).toContain(message);
  });

  test("a click on a tab shows it", async () => {
    const { user } = inspect("call:c1");
    await user.click(await screen.findByRole("tab", { name: "Raw" }));
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Raw");
    expect(codeIn(screen.getByTestId("raw"))).toContain('"type": "tool.call.requested"');
  });
});
