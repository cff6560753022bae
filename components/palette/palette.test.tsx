import { within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useShortcut } from "@/components/keys/shortcuts";
import { given, renderWith, screen } from "@/components/testing/render";
import { answer } from "@/components/testing/server";
import { draftNow, workspaceOf } from "@/components/testing/workspace";
import { useScreen } from "@/lib/client/screen/screen";
import { STORY } from "@/lib/view/testing/story";
import { Palette } from "./palette";

const stop = vi.fn();
beforeEach(() => {
  stop.mockClear();
  answer("GET /api/workspaces", {
    items: [{ id: "w9", name: "Travel desk", revision: 1, updated_at: 0 }],
    next: null,
  });
  answer("GET /api/sessions", { items: [], next: null });
  answer("GET /samples/index.json", {
    items: [{ file: "weather.json", name: "Weather tool", about: "Two calls" }],
  });
});

function Bench({ session }: { session: string | null }) {
  useShortcut("stop", { keys: "escape", label: "Stop the run", group: "Run" }, stop);
  useShortcut(
    "fork",
    { keys: "f", label: "Fork it", group: "Run", when: false, why: "No row is chosen" },
    stop,
  );
  return <Palette session={session} />;
}

function palette(facts = STORY) {
  const { session } = given(facts);
  useScreen.setState({ dialog: "palette" });
  const workspace = workspaceOf([{ name: "book_flight" }, { name: "forecast" }]);
  return renderWith(<Bench session={session} />, { workspace, session });
}

const items = () => screen.getAllByTestId("command-item").map((item) => item.textContent ?? "");
const search = () => screen.getByTestId("palette-field");

describe("the palette", () => {
  test("opens by its key", async () => {
    const { user } = renderWith(<Bench session={null} />, { workspace: workspaceOf() });
    expect(screen.queryByTestId("palette")).toBeNull();
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.getByTestId("palette")).toBeTruthy();
  });

  test.each([
    ["a command", "stop", "Stop the run"],
    ["a tool", "bookf", "book_flight"],
    ["a workspace", "travel", "Travel desk"],
    ["a sample", "weather", "Weather tool"],
    ["a call of the run", "c2", "book"],
  ])("finds %s", async (_, query, found) => {
    const { user } = palette();
    await user.type(search(), query);
    await expect.poll(() => items().some((text) => text.startsWith(found))).toBe(true);
  });

  test("says that nothing was found, with the words that were looked for", async () => {
    const { user } = palette();
    await user.type(search(), "zzzqq");
    expect(screen.queryByTestId("command-item")).toBeNull();
    expect(screen.getByTestId("palette").textContent).toContain("zzzqq");
  });

  test("closes and does the first entry by Enter", async () => {
    const { user } = palette();
    await user.type(search(), "stop the run");
    await user.keyboard("{Enter}");
    await expect.poll(() => stop.mock.calls.length).toBe(1);
    expect(useScreen.getState().dialog).toBeNull();
  });

  test("shows a tool that is picked", async () => {
    const { user } = palette();
    await user.type(search(), "forecast");
    await user.click(screen.getAllByTestId("command-item")[0] as HTMLElement);
    await expect.poll(() => draftNow().selected).toBe(draftNow().toolKeys[1]);
  });

  test("says why a command is off, and does not do it", async () => {
    const { user } = palette();
    await user.type(search(), "fork it");
    const [off] = screen.getAllByTestId("command-item");
    expect(off?.getAttribute("aria-disabled")).toBe("true");
    expect(within(off as HTMLElement).getByText("No row is chosen")).toBeTruthy();
    await user.click(off as HTMLElement);
    expect(stop).not.toHaveBeenCalled();
    expect(useScreen.getState().dialog).toBe("palette");
  });

  test("puts what was picked last first the next time", async () => {
    const first = palette();
    await first.user.type(search(), "forecast{Enter}");
    await expect.poll(() => useScreen.getState().dialog).toBeNull();
    first.unmount();
    palette();
    expect(items()[0]).toContain("forecast");
  });
});
