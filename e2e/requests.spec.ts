/** How many requests a pause in typing sends: one for each question, whoever on the page needs the answer. */
import type { Page } from "@playwright/test";
import { expect, test } from "./workbench";

/** The paths of the questions that the page asks from now on. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (["/api/check", "/api/impact"].includes(pathname)) asked.push(pathname);
  });
  return asked;
}

/** Longer than every pause after which the page asks or saves. */
const QUIET_MS = 1_500;

test("the first edit of a sample asks one check and one impact question", async ({ bench, page }) => {
  await bench.play("Weather tool");
  await expect(page.getByTestId("impact")).toContainText("2 recorded calls");
  await page.waitForTimeout(QUIET_MS);
  const asked = questionsOf(page);
  await bench.focusEditor("Input schema");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" ");
  await bench.expectSaved();
  await page.waitForTimeout(QUIET_MS);
  expect(asked.toSorted()).toEqual(["/api/check", "/api/impact"]);
});

test("without runs a pause in typing asks one check; a tried text adds one of its own", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await page.waitForTimeout(QUIET_MS);
  const asked = questionsOf(page);
  await bench.focusEditor("Input schema");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("  ");
  await bench.expectSaved();
  await page.waitForTimeout(QUIET_MS);
  expect(asked).toEqual(["/api/check"]);

  await bench.write("Try arguments", '{"city": 1}');
  await expect(page.getByTestId("try-verdict")).toHaveText("invalid");
  await page.waitForTimeout(QUIET_MS);
  expect(asked).toEqual(["/api/check", "/api/check"]);
});
