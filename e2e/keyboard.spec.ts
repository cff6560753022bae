/** The whole page by keyboard alone, as someone uses it who has no mouse and has never seen it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./workbench";

/** The element with the focus: its role or tag, and its name as a screen reader would read it. */
async function focused(page: Page): Promise<string> {
  const name = await page.locator(":focus").ariaSnapshot();
  return name.split("\n")[0] ?? "";
}

/** Whether the screen shows where the focus is. */
const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return false;
    const shown = [at, at.closest("label"), at.closest("fieldset"), at.closest(".monaco-editor")];
    const active = at.getAttribute("aria-activedescendant");
    if (active) shown.push(document.getElementById(active));
    return shown.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && outlineWidth !== "0px") ||
        boxShadow !== "none" ||
        element.matches(".monaco-editor.focused")
      );
    });
  });

/** Tab by Tab through the page, leaving editors by Esc and Tab, until the focus is back or the page ends. */
async function tour(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(() => document.activeElement?.closest(".monaco-editor") !== null);
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    const stop = await focused(page);
    stops.push(stop);
    expect.soft(await showsFocus(page), `the focus can be seen on ${stop}`).toBe(true);
    if (inside) await page.keyboard.press("Escape");
  }
  return stops;
}

/** A line of `ariaSnapshot` with only a role has no name. */
const nameless = (stops: string[]) => stops.filter((stop) => !/["':]/.test(stop.slice(2)));

test("every stop of the Tab key has a name and can be seen, and no editor keeps the focus", async ({
  bench,
  page,
}) => {
  await bench.play("Gallery of arguments", "interrupted");
  await bench.inspect(bench.rowOf("call", 0), "call");
  await expect(bench.editor("Input schema")).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.getByTestId("runs-menu").focus();
  const stops = await tour(page);
  expect(nameless(stops)).toEqual([]);
  const all = stops.join("\n");
  for (const part of [
    "Find Ctrl K",
    "Breakpoints",
    "Agent settings",
    "book_flight",
    "More for book_flight",
    "Input schema",
    "Try arguments",
    "Width of the tools column",
    "Message",
    "Timeline",
    "Resume",
    "Fork from here",
    "Call",
  ])
    expect.soft(all, part).toContain(part);
  // The elements after the editors are reached, so the editors let go of the focus.
  expect(stops.findIndex((stop) => stop.includes("Try arguments"))).toBeGreaterThan(0);
});

test("a run from nothing: choose a sample, run it, walk its rows, look at a call, fork it", {
  tag: "@smoke",
}, async ({ bench, page }) => {
  await bench.open();
  await page.getByTestId("workspace-menu").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const gallery = page.getByRole("menuitem", { name: "Gallery of arguments" });
  await expect(gallery).toBeVisible();
  const item = () => page.evaluate(() => document.activeElement?.textContent);
  for (let before = await item(); !before?.includes("Gallery of arguments"); before = await item()) {
    // A key that comes while the menu still fills with workspaces and samples may be lost, so it is pressed again.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect.poll(item, { timeout: 1_000 }).not.toBe(before);
    }).toPass();
  }
  await expect(gallery).toBeFocused();
  await page.keyboard.press("Enter");
  await bench.expectFolded();
  await expect(bench.workspaceName()).toHaveText("Gallery of arguments");
  await page.keyboard.press("ControlOrMeta+Enter");
  await bench.expectStatus("interrupted");
  await expect(page.getByTestId("workspace-menu")).toBeFocused();
  await page.keyboard.press("F6");
  await expect(bench.timeline()).toBeFocused();
  await page.keyboard.press("Home");
  for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowDown");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "call");
  await page.keyboard.press("Enter");
  await expect(bench.inspector()).toBeFocused();
  await page.keyboard.press("4");
  await expect(bench.tab("result")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("f");
  const dialog = page.getByTestId("fork");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(bench.inspector().locator(":focus")).toBeVisible();
  await page.keyboard.press("Shift+F6");
  await expect(bench.timeline()).toBeFocused();
  await page.keyboard.press("Shift+F6");
  expect(await focused(page)).toContain("book_flight");
});

test("an editor says how to leave it to who came by Tab, and is left by Esc and Tab or by F6", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  const box = page
    .locator("div.relative")
    .filter({ has: bench.editor("Input schema") })
    .last();
  const hint = box.getByTestId("leave-hint");
  await bench.focusEditor("Input schema");
  await expect(hint).toHaveCount(0);
  await page.getByRole("button", { name: "Copy schema" }).first().focus();
  await page.keyboard.press("Tab");
  await expect(bench.editor("Input schema")).toBeFocused();
  await expect(hint).toHaveText("Tab indents. Press Esc, then Tab to leave");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(bench.editor("Input schema")).not.toBeFocused();
  await expect(hint).toHaveCount(0);
  await expect(bench.editor("Try arguments")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(bench.editor("Input schema")).toBeFocused();
  await page.keyboard.press("F6");
  await expect(bench.message().or(bench.timeline())).toBeFocused();
});

test("each dialog and menu opens by key, takes the focus, and gives it back", async ({ bench, page }) => {
  await bench.play("Weather tool");
  for (const opener of [
    "workspace-menu",
    "runs-menu",
    "palette-open",
    "model-chip",
    "worker-chip",
    "breakpoints",
    "agent-settings",
    "theme",
    "tool-menu",
    "filter-menu",
  ]) {
    const button = page.getByTestId(opener).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const overlay = page.locator("[data-overlay]");
    await expect(overlay, opener).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[data-overlay]") !== null), opener)
      .toBe(true);
    await page.keyboard.press("Escape");
    await expect(overlay, opener).toHaveCount(0);
    await expect(button, opener).toBeFocused();
  }
});

test.describe("narrow", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("who walks the rows by key stays with them until Enter", async ({ bench, page }) => {
    await bench.open();
    await bench.column("tools").click();
    await bench.openSample("Weather tool");
    await bench.run();
    await bench.expectStatus("idle");
    await bench.timeline().focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(bench.timeline()).toBeFocused();
    await expect(bench.selectedRow()).toHaveAttribute("data-kind", "call");
    await page.keyboard.press("Enter");
    await expect(bench.inspector()).toBeFocused();
    await expect(bench.verdict()).toBeVisible();
    await page.keyboard.press("Shift+F6");
    await expect(bench.timeline()).toBeFocused();
    await bench.row("get_weather", 1).select();
    await expect(bench.verdict()).toBeVisible();
  });
});
