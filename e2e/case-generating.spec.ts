/** Cases generated from a tool's schema: selected, kept, run, and failing when the schema changes. */
import { expect, test } from "./workbench";

const schema = (rules: object) =>
  JSON.stringify({
    type: "object",
    properties: {
      city: { type: "string", minLength: 2, ...rules },
      unit: { enum: ["metric", "imperial"] },
    },
    required: ["city"],
    additionalProperties: false,
  });

test("valid samples and near-misses are made, kept as cases, and turn red when the schema changes", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.write("Input schema", schema({ maxLength: 40 }));
  await page.getByRole("tab", { name: "Cases" }).click();
  await page.getByTestId("case-generate").click();
  const dialog = page.getByTestId("generate-dialog");
  await expect(page.getByTestId("generate-summary")).toHaveText(
    /^\d+ valid samples and 6 near-misses; 1 rule has none\.$/,
  );
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/generate.png` });

  const long = dialog.getByTestId("sample").filter({ hasText: "too long: city" });
  await expect(long.getByTestId("sample-rule")).toHaveText("maxLength by #/properties/city/maxLength");
  await expect(long).toContainText("invalid");
  const missing = dialog.getByTestId("sample-missing").filter({ hasText: "wrong type: the arguments" });
  await expect(missing).toContainText("Arguments that are not an object are malformed");

  await expect(page.getByTestId("generate-keep")).toContainText("No sample is selected");
  await dialog.getByRole("checkbox", { name: "too long: city" }).check();
  await dialog.getByRole("checkbox", { name: 'missing "city": the arguments' }).check();
  await dialog.getByRole("checkbox", { name: "as small as can be", exact: true }).check();
  await page.getByTestId("generate-keep").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId("generate-said")).toHaveText("3 cases kept.");
  await expect(page.getByTestId("cases-summary")).toHaveText("All 3 as expected");

  // Kept samples are marked, and all others can be kept at once.
  await page.getByTestId("case-generate").click();
  await expect(dialog.getByRole("checkbox", { name: "too long: city, already kept" })).toBeDisabled();
  await dialog.getByTestId("pick-all-near-miss").check();
  await expect(page.getByTestId("generate-keep")).toHaveText("Keep 4 cases");
  await page.getByTestId("generate-keep").click();
  await expect(page.getByTestId("cases-summary")).toHaveText("All 7 as expected");

  await page.getByRole("tab", { name: "Input schema" }).click();
  await bench.write("Input schema", schema({ maxLength: 100 }));
  await expect(page.getByTestId("tool-cases").first()).toHaveText("1 of 7 cases");
  await page.getByRole("tab", { name: "Cases" }).click();
  const red = page.getByTestId("case").and(page.locator('[data-passed="false"]'));
  await expect(red).toHaveCount(1);
  await expect(red.getByRole("textbox", { name: "Case name" })).toHaveValue("too long: city");
  await expect(red.getByTestId("case-difference")).toContainText("Expected invalid, now valid");
});

test("results have samples of their own; a schema that cannot be used says why", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await page.getByRole("tab", { name: "Output schema" }).click();
  await bench.write("Output schema", '{"type": "object", "required": ["sky"]}');
  await page.getByRole("tab", { name: "Cases" }).click();
  await page.getByTestId("case-generate").click();
  await page.getByTestId("generate-side").getByText("Results").click();
  const dialog = page.getByTestId("generate-dialog");
  await dialog.getByRole("checkbox", { name: "wrong type: the result" }).check();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId("case")).toHaveCount(0);

  await page.getByRole("tab", { name: "Output schema" }).click();
  await bench.write("Output schema", '{"type": "nothing"}');
  await page.getByRole("tab", { name: "Cases" }).click();
  await page.getByTestId("case-generate").click();
  await page.getByTestId("generate-side").getByText("Results").click();
  await expect(dialog).toContainText("the schema cannot be used");
});
