/** Arguments kept with a tool, each with the verdict that its schema must give. */
import { readFile } from "node:fs/promises";
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

test("cases go to a file and come from one; a file that is none is refused as a whole", async ({
  bench,
  page,
  faults,
}) => {
  await bench.play("Weather tool");
  await bench.inspect(bench.row("get_weather", 0), "call");
  await page.getByTestId("keep-input").click();
  await page.getByRole("tab", { name: "Cases" }).click();
  await expect(page.getByTestId("case")).toHaveCount(1);
  const downloading = page.waitForEvent("download");
  await page.getByTestId("case-export").click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("get_weather-cases.json");
  const text = await readFile(await download.path(), "utf8");
  const give = (content: string) =>
    page
      .getByTestId("case-file")
      .setInputFiles({ name: "cases.json", mimeType: "application/json", buffer: Buffer.from(content) });
  await give(text);
  await expect(page.getByTestId("case-said")).toHaveText("1 case imported from cases.json.");
  await expect(page.getByTestId("case")).toHaveCount(2);
  await give('{"callscopeCases": 2}');
  await expect(page.getByTestId("case-said")).toContainText("no case was imported");
  expect(faults.splice(0)).toEqual([expect.stringContaining("400 (Bad Request)")]);
  await expect(page.getByTestId("case")).toHaveCount(2);
});

test("an edit of a case's text keeps the line ends that it has", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await page.getByRole("tab", { name: "Cases" }).click();
  const kept = { name: "lines", direction: "input", text: '{\r\n"city": "Oslo"\r\n}' };
  const file = {
    callscopeCases: 1,
    tool: "get_weather",
    cases: [{ ...kept, expected: { status: "valid", findings: [] } }],
  };
  await page.getByTestId("case-file").setInputFiles({
    name: "cases.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  });
  const text = page.getByRole("textbox", { name: "Text of lines" });
  await text.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(' "a": 1,');
  await expect(text).toHaveValue('{\n "a": 1,\n"city": "Oslo"\n}');
  const downloading = page.waitForEvent("download");
  await page.getByTestId("case-export").click();
  const exported = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect(exported.cases[0].text).toBe('{\r\n "a": 1,\r\n"city": "Oslo"\r\n}');
});
