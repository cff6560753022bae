/** Injected faults: set in a dialog, visible on the rows and in the inspector, found by the filter, turned off again. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { beginToolFault, openWeatherWithFault } from "./faulty";
import { expect, test } from "./workbench";

const dialog = (page: Page) => page.getByTestId("faults");
const chips = (page: Page) => page.getByTestId("chip-injected");
const openFaults = (page: Page) => page.getByTestId("faults-open");

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .include('[data-testid="faults"]')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("a rule strikes the next run, which says so in its rows, the inspector and the filter; off, none does", {
  tag: "@smoke",
}, async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await openFaults(page).click();
  await expect(dialog(page)).toContainText("Off: no faults are injected.");
  await page.getByTestId("fault-add").click();
  await page.getByTestId("fault-tool").click();
  await page.getByRole("option", { name: "get_weather" }).click();
  await page.getByTestId("fault-message").fill("");
  await expect(page.getByTestId("fault-done")).toHaveAttribute("aria-disabled", "true");
  await page.getByTestId("fault-message").fill("upstream is down");
  await bench.expectStill();
  await expectAccessible(page);
  await page.getByTestId("fault-done").click();
  await expect(page.getByTestId("fault-rule")).toContainText("get_weather, first attempt: error, retryable");
  await expect(page.getByTestId("faults-on")).toHaveAttribute("aria-checked", "true");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(openFaults(page)).toHaveAccessibleName("Injected faults: 1 rule on, from the next run");

  await bench.run();
  await bench.expectStatus("idle", 30_000);
  await expect(bench.row("get_weather").root.getByTestId("chip-injected")).toHaveText(
    "fault: error, retryable",
  );
  await bench.inspect(bench.row("get_weather"), "attempts");
  await expect(bench.attempt(0)).toContainText(
    "Injected fault: error, retryable, by rule 1 of the workspace's fault rules",
  );
  await expect(bench.attempt(0)).toContainText("upstream is down");
  await expect(bench.attempt(0)).toContainText("an injected fault (error, retryable)");
  const struck = await bench
    .rowsOf("call")
    .filter({ has: chips(page) })
    .count();
  await page.getByTestId("filter-menu").click();
  const option = page.getByTestId("filter-option").filter({ hasText: "Injected faults" });
  await expect(option).toContainText(String(struck));
  await option.click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/show=injected/);
  await expect(bench.rowsOf("call")).toHaveCount(struck);

  await openFaults(page).click();
  await page.getByTestId("faults-on").click();
  await expect(dialog(page)).toContainText("Off: no faults are injected.");
  await page.keyboard.press("Escape");
  await bench.filter("all").click();
  await bench.run();
  await expect(chips(page)).toHaveCount(0);
  await bench.expectStatus("idle");
  await expect(bench.row("get_weather").root).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
});

test("a tool's menu begins a rule for it; a rule for what it cannot strike says so", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await beginToolFault(bench, "get_weather");
  await expect(page.getByTestId("fault-tool")).toHaveText("get_weather");
  await page.getByTestId("fault-at").getByText("Model", { exact: true }).click();
  await expect(page.getByTestId("fault-tool")).toHaveCount(0);
  await page.getByTestId("fault-when").getByText("A share of the calls", { exact: true }).click();
  await page.getByTestId("fault-rate").fill("0");
  await expect(page.getByTestId("fault-idle")).toContainText("its rate is 0 %");
  await page.getByTestId("fault-rate").fill("30");
  await expect(page.getByTestId("fault-idle")).toHaveCount(0);
  await page.getByTestId("fault-attempt").fill("");
  await page.getByTestId("fault-kind").click();
  await page.getByRole("option", { name: "Overloaded" }).click();
  await page.getByTestId("fault-done").click();
  await expect(page.getByTestId("fault-rule")).toContainText("model, 30 % of calls: overloaded");
  await page.getByTestId("fault-remove").click();
  await expect(page.getByTestId("fault-rule")).toHaveCount(0);
});

test("a rule for a schema that nothing breaks, and one in another's shadow, say so", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Results that break their promise");
  await openFaults(page).click();
  await page.getByTestId("fault-add").click();
  await page.getByTestId("fault-kind").click();
  await page.getByRole("option", { name: "Result breaks its schema" }).click();
  await expect(page.getByTestId("fault-example")).toContainText('For read_light: {"lux":"5"}');
  await page.getByTestId("fault-done").click();
  await page.getByTestId("fault-add").click();
  await expect(page.getByTestId("fault-idle")).toContainText("Rule 1 always matches first.");
  await page.getByTestId("fault-attempt").fill("2");
  await expect(page.getByTestId("fault-idle")).toHaveCount(0);
  await page.getByTestId("fault-at").getByText("Model", { exact: true }).click();
  await page.getByTestId("fault-when").getByText("The n-th call", { exact: true }).click();
  await expect(page.getByTestId("fault-counted")).toContainText("Only replies with calls are counted.");
  await bench.expectStill();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");

  await bench.showTool("read_light", "output");
  await bench.write("Output schema", "{}");
  await openFaults(page).click();
  await expect(page.getByTestId("fault-unbroken")).toContainText(
    "No counterexample was found for the output schema of read_light",
  );
});

test("rules follow a tool that is renamed, and go with it", async ({ bench, page }) => {
  await openWeatherWithFault(bench);
  await bench.proposeName("get_weather", "forecast");
  await expect(page.getByTestId("rename-follows")).toHaveText("Also renamed: 1 fault rule for this tool.");
  await page.getByTestId("name-done").click();
  await openFaults(page).click();
  await expect(page.getByTestId("fault-rule")).toContainText("forecast, first attempt");
  await expect(page.getByTestId("fault-idle")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await bench.toolMenu("forecast", "remove");
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toContainText(
    "1 fault rule for it",
  );
  await bench.confirm();
  await expect(openFaults(page)).toHaveAccessibleName("Injected faults");
});

test("a fork with faults off shows where the old fault struck, and is struck by none", async ({
  bench,
  page,
}) => {
  await openWeatherWithFault(bench);
  await bench.run();
  await bench.expectStatus("idle", 30_000);
  await openFaults(page).click();
  await page.getByTestId("faults-on").click();
  await page.keyboard.press("Escape");
  await bench.inspect(bench.row("get_weather", 1));
  await bench.openFork("Make attempt 1 again");
  await page.getByTestId("fork-today").click();
  await bench.makeFork();
  await expect(bench.row("forked").root).toBeVisible();
  await bench.expectStatus("idle", 30_000);
  await expect(bench.row("get_weather", 0).chip("injected")).toBeVisible();
  await expect(bench.row("get_weather", 1).chip("injected")).toHaveCount(0);
  await expect(bench.row("get_weather", 1).text()).toHaveText("No forecast for Lisbon.");
  await bench.inspect(bench.row("get_weather", 0), "attempts");
  await expect(bench.attempt(0)).toContainText("Injected fault in the original run");
});
