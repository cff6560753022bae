import { within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderWith, screen } from "@/components/testing/render";
import { useScreen } from "@/lib/client/screen/screen";
import { ShortcutSheet } from "./sheet";
import { useShortcut } from "./shortcuts";

const stop = vi.fn();

function Bench() {
  useShortcut("stop", { keys: "escape", label: "Stop the run", group: "Run" }, stop);
  useShortcut("off", { keys: ["j", "k"], label: "Walk", group: "Timeline", when: false }, () => {});
  useShortcut("palette only", { keys: [], label: "Only a command", group: "Page" }, () => {});
  return <ShortcutSheet />;
}

describe("the sheet of shortcuts", () => {
  test("opens by its key and is closed before", async () => {
    const { user } = renderWith(<Bench />);
    expect(screen.queryByTestId("shortcut-sheet")).toBeNull();
    await user.keyboard("{Shift>}?{/Shift}");
    expect(screen.getByTestId("shortcut-sheet")).toBeTruthy();
  });

  test("lists shortcuts with their keys under their headings, also those that are off", () => {
    useScreen.setState({ dialog: "shortcuts" });
    renderWith(<Bench />);
    const sections = screen.getByTestId("shortcut-sheet").querySelectorAll("section");
    expect([...sections].map((section) => section.querySelector("h3")?.textContent)).toEqual([
      "Run",
      "Timeline",
      "Page",
    ]);
    const walk = within(sections[1] as HTMLElement);
    expect(walk.getByRole("term").textContent).toBe("Walk");
    expect(walk.getByRole("definition").querySelectorAll("kbd")).toHaveLength(2);
  });

  test("leaves out what has no key", () => {
    useScreen.setState({ dialog: "shortcuts" });
    renderWith(<Bench />);
    expect(screen.getByTestId("shortcut-sheet").textContent).not.toContain("Only a command");
  });

  test("closes by its cross", async () => {
    useScreen.setState({ dialog: "shortcuts" });
    const { user } = renderWith(<Bench />);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(useScreen.getState().dialog).toBeNull();
  });
});
