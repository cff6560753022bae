/** Arguments kept with a tool, each with the verdict its schema is to give. */
import { expect, test } from "./workbench";

test("a tried text is kept as a case, turns red when the schema changes, and the new verdict can be accepted", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await page.getByRole("textbox", { name: "Try arguments" }).focus();
  await page.keyboard.insertText('{"city":"Oslo"}');
  await page.getByTestId("keep-case").click();
  await page.getByRole("tab", { name: "Cases" }).click();
  const row = page.getByTestId("case");
  await expect(row).toHaveAttribute("data-passed", "true");
  await expect(page.getByTestId("cases-summary")).toHaveText("All 1 as expected");

  await page.getByRole("textbox", { name: /^Text of/ }).fill('{"city":5}');
  await expect(row).toHaveAttribute("data-passed", "false");
  await expect(page.getByTestId("case-difference")).toContainText("Expected valid, now invalid");
  await expect(page.getByTestId("case-difference")).toContainText("type at /city");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/light.png` });
  await page.getByTestId("case-accept").click();
  await expect(row).toHaveAttribute("data-passed", "true");

  await page.getByTestId("case-delete").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("case-undo").click();
  await expect(row).toHaveAttribute("data-passed", "true");
});
