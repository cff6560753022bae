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

test("a call is kept from the inspector; the tool list turns red with the schema and green again", async ({
  bench,
  page,
}) => {
  await bench.play("Weather tool");
  await bench.inspect(bench.row("get_weather", 0), "call");
  await page.getByTestId("keep-input").click();
  await expect(page.getByTestId("keep-input")).toContainText("Kept as case");
  const mark = page.getByTestId("tool-cases");
  await expect(mark).toHaveText("1 case");
  const schema = (rules: object) =>
    JSON.stringify({
      type: "object",
      properties: { city: { type: "string", ...rules } },
      required: ["city"],
    });
  await bench.write("Input schema", schema({ maxLength: 6 }));
  await expect(mark).toHaveText("1 of 1 case");
  await bench.write("Input schema", schema({ maxLength: 60 }));
  await expect(mark).toHaveAttribute("data-status", "passing");
});
