/** What a schema change would do to the calls on record: while it is typed, rule by rule, each with its calls as proof. */
import { expect, test } from "./workbench";

const CITY = (rules: object, more: object = {}) =>
  JSON.stringify({
    type: "object",
    properties: { city: { type: "string", ...rules } },
    required: ["city"],
    ...more,
  });

test("recorded calls are checked again as the schema is typed; each that differs is opened from its rule", async ({
  bench,
  page,
}) => {
  await bench.play("Weather tool");
  const strip = page.getByTestId("impact");
  await expect(strip).toContainText("2 recorded calls: every verdict stays");
  await bench.write("Input schema", CITY({ maxLength: 6 }));
  await expect(strip).toContainText("2 recorded calls: 1 would turn invalid");

  await page.getByTestId("impact-open").click();
  const dialog = page.getByTestId("impact-dialog");
  await expect(dialog.getByTestId("impact-words")).toContainText("the schema of the newest run");
  const change = dialog.getByTestId("change").filter({ hasText: "maxLength" });
  await expect(change).toContainText("stricter");
  await expect(change).toContainText("city: maxLength none → 6");
  await expect(dialog.getByTestId("flip")).toContainText("San Francisco");
  await change.getByRole("button").click();
  await expect(dialog).toHaveCount(0);
  // The record stays: the call was valid when it was made.
  await expect(bench.inspector()).toContainText("San Francisco");
  await expect(bench.row("get_weather", 0).verdict()).toHaveText("valid");

  // Compared with this one from now on, nothing differs; a looser one makes the call valid again.
  await page.getByTestId("impact-open").click();
  await page.getByTestId("impact-baseline").click();
  await expect(dialog.getByTestId("impact-words")).toContainText("every verdict stays");
  await expect(dialog.getByTestId("change")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await bench.write("Input schema", CITY({ maxLength: 60 }));
  await expect(strip).toContainText("1 would turn valid");
});

test("results count too; a schema that cannot be used says what it would leave unchecked", async ({
  bench,
  page,
}) => {
  await bench.play("Weather tool");
  await bench.showTool("get_weather", "output");
  const strip = page.getByTestId("impact");
  await bench.write("Output schema", '{"type": "string", "maxLength": 10}');
  await expect(strip).toContainText(/recorded results?: \d would turn invalid/);
  await bench.write("Output schema", '{"type": "strin');
  await expect(strip).toContainText("would turn unchecked");
});
