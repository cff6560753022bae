/** Ctrl or ⌘ and K: everything that can be done or opened, found by a few letters. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./workbench";

const palette = (page: Page) => page.getByTestId("palette");
const field = (page: Page) => page.getByTestId("palette-field");
const items = (page: Page) => palette(page).getByRole("option");
const highlighted = (page: Page) => palette(page).locator('[role="option"][data-highlighted]');

async function find(page: Page, text: string): Promise<void> {
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test("commands, tools, calls, runs and samples are found and done by keyboard; the focus goes back", {
  tag: "@smoke",
}, async ({ bench, page }) => {
  await bench.play("Weather tool");
  await bench.message().focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(bench.message()).toBeFocused();

  await find(page, "agent set");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Agent" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bench.message()).toBeFocused();

  await find(page, "get_weather valid");
  await expect(highlighted(page)).toContainText("get_weather");
  await page.keyboard.press("Enter");
  await expect(bench.inspector()).toHaveAttribute("data-row", /^call:/);

  await find(page, "search run");
  await page.keyboard.press("Enter");
  await expect(bench.search()).toBeFocused();

  await find(page, "gallery");
  await expect(highlighted(page)).toHaveText("Gallery of arguments");
  await page.keyboard.press("Enter");
  await expect(bench.workspaceName()).toHaveText("Gallery of arguments");

  await find(page, "book_fl");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Tool book_flight" })).toBeVisible();

  await find(page, "search run");
  await expect(highlighted(page)).toHaveCount(0);
  await expect(palette(page)).toContainText("Nothing matches “search run”.");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  const recent = palette(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toContainText(["book_flight", "Gallery of arguments", "Agent settings"]);
  await page.keyboard.press("Escape");

  await find(page, "theme: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("each shortcut is in the list with its keys, and what is off says why and does nothing", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await page.getByTestId("palette-open").click();
  const commands = palette(page).getByRole("group", { name: "Commands" }).getByRole("option");
  await expect(commands.first()).toHaveText("RunCtrl ↵");
  await expect(commands.filter({ hasText: "Next row" })).toHaveText(/No run is open\s*J$/);
  await page.keyboard.type("stop run");
  await expect(highlighted(page)).toContainText("No run is in progress");
  await expect(highlighted(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("palette-open")).toBeFocused();

  await page.keyboard.press("Shift+?");
  const sheet = await bench.sheet().locator("dt").allTextContents();
  await page.keyboard.press("Escape");
  await expect(bench.sheet()).toHaveCount(0);
  expect(sheet).toContain("Command palette");
  await page.keyboard.press("ControlOrMeta+k");
  const listed = await commands.locator("span:first-of-type").allTextContents();
  // The tabs are listed one by one in the palette, and only for a row that has them.
  const own = ["Command palette", "Inspector tab", "Next or previous part of the page"];
  expect(listed).toContain("Next part of the page");
  expect(
    sheet.filter((label) => !own.includes(label) && !listed.some((text) => text.startsWith(label))),
  ).toEqual([]);
});

test("of the calls of a long run few are shown, the rest are counted, and any is found by its id", async ({
  bench,
  page,
}) => {
  const workspace = {
    callscope: 1,
    name: "Many calls",
    message: "go",
    agent: {
      model: "scripted",
      tools: [{ name: "work", runner: { kind: "responses", rules: [{ then: { result: "ok" } }] } }],
    },
    model: { kind: "scripted" },
    script: [
      { calls: Array.from({ length: 300 }, (_, i) => ({ id: `c${i}`, name: "work", arguments: "{}" })) },
      { text: "done" },
    ],
    worker: { kind: "tools" },
  };
  const started = await page.request.post("/api/sessions", { data: { workspace, message: "go" } });
  const { id } = await started.json();
  await bench.open(`/sessions/${id}`);
  await bench.expectStatus("idle", 30_000);
  await find(page, "work");
  await expect(palette(page)).toContainText("292 more; type to find them");
  await expect(
    palette(page)
      .getByRole("group", { name: /^Calls/ })
      .getByRole("option"),
  ).toHaveCount(8);
  await field(page).fill("c217");
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(bench.inspector()).toHaveAttribute("data-row", "call:c217");
});

test("opens over an editor that has the focus, and what it cannot open it says", async ({
  bench,
  page,
  faults,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.focusEditor("Input schema");
  await page.route("**/samples/*gallery*", (route) =>
    route.fulfill({ status: 404, json: { error: "gone" } }),
  );
  await find(page, "gallery");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("palette-failed")).toContainText("gone");
  await page.keyboard.press("Escape");
  await expect(bench.editor("Input schema")).toBeFocused();
  expect(faults.splice(0).join()).toContain("404");
});

test.describe("where one column fits", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("the commands of all columns are there, and what is chosen shows its column first", async ({
    bench,
    page,
  }) => {
    await bench.open();
    await bench.column("tools").click();
    await bench.openSample("Weather tool");
    await bench.run();
    await bench.expectStatus("idle");
    await bench.column("tools").click();
    await find(page, "search run");
    await page.keyboard.press("Enter");
    await expect(bench.column("run")).toHaveAttribute("aria-pressed", "true");
    await expect(bench.search()).toBeFocused();
    await page.keyboard.press("Escape");

    await bench.column("tools").click();
    await find(page, "zoom in");
    await page.keyboard.press("Enter");
    await expect(bench.column("run")).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/at=/);

    await bench.column("tools").click();
    await find(page, "next row");
    await page.keyboard.press("Enter");
    await expect(bench.column("inspector")).toHaveAttribute("aria-pressed", "true");

    await bench.column("tools").click();
    await find(page, "show tab: raw");
    await page.keyboard.press("Enter");
    await expect(bench.column("inspector")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByTestId("panel-raw")).toBeVisible();

    await find(page, "add a tool");
    await page.keyboard.press("Enter");
    await expect(bench.column("tools")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByTestId("tool-row").last()).toBeVisible();
  });
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${viewport.width} wide, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      test("nothing that axe finds serious", async ({ bench, page }) => {
        await bench.open();
        await page.getByTestId("palette-open").click();
        await expect(items(page).first()).toBeVisible();
        const box = await palette(page).boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true);
        await bench.expectStill();
        const { violations } = await new AxeBuilder({ page })
          .include('[data-testid="palette"]')
          .exclude("[data-base-ui-focus-guard]")
          .analyze();
        expect(
          violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => [id, nodes[0]?.html]),
        ).toEqual([]);
      });
    });
  }
}
