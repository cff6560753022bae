/** From an invalid call to its fix: the text, what the model read, the rule, the schema, the repeated finding. */
import type { Page } from "@playwright/test";
import { openSession, workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

const PETS = `{
  "type": "object",
  "properties": {
    "pet": { "oneOf": [{ "$ref": "#/$defs/Cat" }, { "$ref": "#/$defs/Dog" }] },
    "limit": { "type": "integer", "maximum": 100 }
  },
  "required": ["pet"],
  "$defs": {
    "Cat": {
      "type": "object",
      "properties": { "kind": { "const": "cat" }, "lives": { "type": "integer" } },
      "required": ["kind", "lives"]
    },
    "Dog": {
      "type": "object",
      "properties": { "kind": { "const": "dog" } },
      "required": ["kind"]
    }
  }
}`;
const RAW = '{"pet": {"kind": "cat", "lives": "nine"}, "limit": 500}';

const pair = (page: Page) => page.getByTestId("inspector").getByTestId("finding-pair");
const places = (page: Page) => pair(page).getByTestId("finding-place");

test.describe("arguments that break a schema", () => {
  test.beforeEach(async ({ bench }) => {
    await openSession(bench, workspaceOf("Pets", [{ name: "adopt", inputText: PETS }], RAW));
    await bench.inspect(bench.row("adopt"), "call");
  });

  test("the nearest of the alternatives stands alone until the others are asked for", async ({ bench }) => {
    const { page } = bench;
    await expect(page.getByTestId("branch")).toHaveCount(1);
    await expect(page.getByTestId("branch")).toContainText(
      "Alternative 1 of 2, Cat · closest: its kind fits",
    );
    await expect(page.getByTestId("branch")).toContainText("lives must be an integer");
    await bench.expectMarks("arguments", [/^\{"kind"/, '"nine"', "500"]);
    await page.getByTestId("branches-all").click();
    await expect(page.getByTestId("branch")).toHaveCount(2);
    await expect(page.getByTestId("branch").nth(1)).toContainText("Alternative 2 of 2, Dog");
    await page.getByTestId("branches-all").click();
    await expect(page.getByTestId("branch")).toHaveCount(1);
  });

  test("tried as arguments they are collapsed to the nearest alternative too", async ({ bench }) => {
    await bench.write("Try arguments", RAW);
    const tried = bench.tryFindings();
    await expect(tried.getByTestId("branch")).toHaveCount(1);
    await expect(tried.getByTestId("branch")).toContainText(
      "Alternative 1 of 2, Cat · closest: its kind fits",
    );
    await bench.expectSquiggles("Try arguments", [RAW.slice(8, 40), "500"]);
    await tried.getByTestId("branches-all").click();
    await expect(tried.getByTestId("branch")).toHaveCount(2);
    await expect(tried.getByTestId("branch").nth(1)).toContainText('kind must be "dog"');
    await tried.getByTestId("branches-all").click();
    await expect(tried.getByTestId("branch")).toHaveCount(1);
    await tried.getByRole("button", { name: "schema line 11" }).click();
    await expect(bench.editor("Input schema")).toBeFocused();
  });

  test("one fault at a time stands in the text and in the schema at once, by key and by press", async ({
    bench,
  }) => {
    const { page } = bench;
    await expect(pair(page)).toContainText("Finding 1 of 2");
    await expect(places(page).nth(0).getByTestId("mark")).toHaveText('"nine"');
    await expect(places(page).nth(1)).toContainText("Input schema, line 11");
    await page.keyboard.press("n");
    await expect(pair(page)).toContainText("Finding 2 of 2");
    await expect(places(page).nth(0).getByTestId("mark")).toHaveText("500");
    await bench.expectActive("arguments-schema", '"maximum": 100');
    await page.keyboard.press("Shift+N");
    await expect(places(page).nth(0).getByTestId("mark")).toHaveText('"nine"');
    // Selecting a position in the schema by key highlights the one in the text.
    await bench
      .card("arguments-schema")
      .getByRole("button", { name: /Position of a finding/ })
      .last()
      .focus();
    await bench
      .card("arguments-schema")
      .getByRole("button", { name: /"maximum"/ })
      .press("Enter");
    await bench.expectActive("arguments-text", "500");
    await expect(bench.findings().getByRole("button", { pressed: true })).toContainText(
      "limit must be at most 100",
    );
  });

  test("the smallest change of the schema goes into the editor and back", async ({ bench }) => {
    await bench.findFixes();
    const changes = bench.card("schema-changes").getByTestId("schema-change");
    await expect(changes.first()).toContainText("/properties/limit/maximum: 100 → 500");
    await expect(changes.first()).toContainText(
      "/$defs/Cat/properties/lives/type: may be an integer or a string",
    );
    await changes.first().getByTestId("schema-put").click();
    await expect(bench.editorText("Input schema")).toContainText('"maximum": 500');
    await changes.first().getByTestId("schema-take-back").click();
    await expect(bench.editorText("Input schema")).toContainText('"maximum": 100');
    // The editor's own undo reverts it, too.
    await changes.first().getByTestId("schema-put").click();
    await expect(bench.editorText("Input schema")).toContainText('"maximum": 500');
    await bench.focusEditor("Input schema");
    await bench.page.keyboard.press("ControlOrMeta+z");
    await expect(bench.editorText("Input schema")).toContainText('"maximum": 100');
  });

  test("the schema opens in the editor at the rule", async ({ bench }) => {
    await bench.page.keyboard.press("n");
    await bench.card("finding-pair").getByTestId("open-schema").click();
    await expect(bench.editor("Input schema")).toBeFocused();
    await bench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await bench.page.keyboard.press("ControlOrMeta+c");
    expect(await bench.page.evaluate(() => navigator.clipboard.readText())).toBe('"maximum": 100');
  });
});

test("a result that was rejected: rule, schema and what the model was told, and ways to fix it", async ({
  bench,
}) => {
  const { page } = bench;
  const outputText = '{"type": "object", "properties": {"table": {"type": "integer"}}}';
  const workspace = workspaceOf("Rejected", [{ name: "book", result: '{"table": "four"}' }]);
  const [tool] = workspace.agent.tools;
  await openSession(bench, { ...workspace, agent: { ...workspace.agent, tools: [{ ...tool, outputText }] } });
  await bench.inspect(bench.row("book"), "result");
  await expect(places(page).nth(0).getByTestId("mark")).toHaveText('"four"');
  await expect(places(page).nth(1).getByTestId("mark").first()).toHaveText('"type"');
  await expect(page.getByTestId("finding-read")).toContainText("tool output violated its declared schema");
  await page.getByTestId("fix-runner").click();
  await expect(bench.rules().first()).toBeFocused();
  await page.getByTestId("open-schema").click();
  await expect(bench.editor("Output schema")).toBeFocused();
  await page.getByTestId("fork-result").click();
  await expect(page.getByTestId("fork-reuse")).toContainText("Reused: 1 answer of the model");
});

test("a repeated finding: each time with what the model was told, and what it changed", async ({ bench }) => {
  const inputText = '{"type": "object", "properties": {"days": {"type": "integer"}}}';
  const workspace = workspaceOf("Loop", [{ name: "forecast", inputText }]);
  const script = ["3", "3", "4"].map((days, i) => ({
    calls: [{ id: `c${i + 1}`, name: "forecast", arguments: JSON.stringify({ days }) }],
  }));
  await openSession(bench, { ...workspace, script: [...script, { text: "done" }] });
  await bench.inspect(bench.row("forecast", 2), "call");
  const loop = bench.card("loop");
  await expect(loop).toContainText("Repeated finding: 3rd of 3 times in this turn");
  const times = loop.getByTestId("occurrence");
  await expect(times).toHaveCount(3);
  await expect(times.nth(0)).toContainText("days must be an integer");
  await expect(times.nth(1).getByTestId("unchanged")).toHaveText("The same arguments as before.");
  await expect(times.nth(2).getByTestId("changed")).toContainText('+ "days": "4"');
  await times.nth(0).getByRole("button", { name: "1st time" }).click();
  await expect(loop).toContainText("1st of 3 times in this turn");
  await expect(bench.row("forecast", 0).root).toHaveAttribute("aria-selected", "true");
});

test.describe("in a narrow window", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("the schema opens in its own column, at the rule", async ({ bench }) => {
    const { page } = bench;
    await openSession(bench, workspaceOf("Narrow", [{ name: "adopt", inputText: PETS }], RAW));
    await bench.row("adopt").select();
    await page.getByTestId("open-schema").click();
    await expect(bench.editor("Input schema")).toBeFocused();
    await bench.column("inspector").click();
    await expect(pair(page)).toBeVisible();
    expect(await bench.overflow()).toBe(0);
  });
});
