/**
 * Problems that people reported for other editors and forms, reproduced on the page; each test has the id of its
 * case.
 */
import { workspaceOf } from "./prepared";
import { expect, test, type Workbench } from "./workbench";

/** A workspace of its own, with these tools. */
async function openWorkspace(bench: Workbench, workspace: { name: string }): Promise<void> {
  const response = await bench.page.request.post("/api/workspaces", { data: workspace });
  expect(response.ok()).toBe(true);
  await bench.open();
  await bench.openWorkspace(workspace.name);
}

test("C193 the editor needs no other host", async ({ bench, page, baseURL }) => {
  const others: string[] = [];
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(baseURL ?? "") || /^(data|blob):/.test(url)) return route.continue();
    others.push(url);
    return route.abort();
  });
  await bench.open();
  await bench.openSample("Weather tool");
  await expect(bench.editorText("Input schema")).toContainText('"city"', { timeout: 5_000 });
  expect(others).toEqual([]);
});

test("C195 the page comes from the server whole enough to be seen, and takes over without a warning", async ({
  bench,
  request,
}) => {
  const response = await request.get("/");
  expect(response.status()).toBe(200);
  expect(await response.text()).toContain("Callscope");
  // Errors and hydration warnings on the console fail every test.
  await bench.open();
  await bench.openSample("Weather tool");
  await expect(bench.editorText("Input schema")).toContainText('"city"');
});

test("C197 two tools' editors, opened in turn, each with its own text", async ({ bench }) => {
  const tools = ["alpha", "beta"].map((name) => ({ name, inputText: `{"title":"schema of ${name}"}` }));
  await openWorkspace(bench, workspaceOf("In turn", tools));
  for (let turn = 0; turn < 10; turn++) {
    for (const { name } of tools) {
      await bench.showTool(name, "input");
      await expect(bench.editorText("Input schema")).toContainText(`schema of ${name}`);
    }
  }
  await expect(bench.editor("Input schema")).toHaveCount(1);
});

test("C199 an editor that was closed and is opened again marks the same", async ({ bench }) => {
  const inputText = '{"type":"object","properties":{"a":{"type":"number"}}}';
  await openWorkspace(bench, workspaceOf("Again", [{ name: "first", inputText }, { name: "second" }]));
  await bench.showTool("first", "input");
  for (let turn = 0; turn < 2; turn++) {
    await bench.write("Try arguments", '{"a":"x"}');
    await bench.expectSquiggles("Try arguments", ['"x"']);
    await bench.expectSquiggles("Input schema", []);
    await bench.showTool("second", "input");
    await bench.showTool("first", "input");
  }
});

test("C201 a 2020-12 schema is read as such, and the marks are the engine's", { tag: "@smoke" }, async ({
  bench,
}) => {
  const inputText = JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { p: { type: "array", prefixItems: [{ type: "number" }], items: false } },
  });
  await openWorkspace(bench, workspaceOf("Prefix items", [{ name: "t", inputText }]));
  await bench.showTool("t", "input");
  await bench.expectSquiggles("Input schema", []);
  await bench.write("Try arguments", '{"p":["x",2]}');
  await expect(bench.tryVerdict()).toHaveText("invalid");
  // The wavy line under the list covers that of its first item.
  await bench.expectSquiggles("Try arguments", ['["x",2]']);
  await expect(bench.tryFindings()).toContainText("p must have at most 1 item, has 2");
  await expect(bench.tryFindings()).toContainText("p[0] must be a number");
});

test("C205 absent, null and empty text are three things, and raw text is sent as it is", async ({
  bench,
}) => {
  const inputText = '{"type":"object","properties":{"s":{"type":["string","null"]}}}';
  await openWorkspace(bench, workspaceOf("Three things", [{ name: "t", inputText }]));
  await bench.showTool("t", "input");
  for (const text of ["{}", '{"s":null}', '{"s":""}']) {
    await bench.write("Try arguments", text);
    await expect(bench.editorText("Try arguments")).toHaveText(text);
    await expect(bench.tryVerdict()).toHaveText("valid");
  }
  await bench.write("Try arguments", "not JSON at all");
  await expect(bench.tryVerdict()).toHaveText("malformed");
});

test("C207 a slip while a schema is typed is marked at the comma, and the text is kept as a draft", async ({
  bench,
  page,
}) => {
  const slip = '{"type":"object","properties":{"a":{"type":"number"},}}';
  await openWorkspace(bench, workspaceOf("A comma", [{ name: "t", inputText: "{}" }]));
  await bench.showTool("t", "input");
  await bench.write("Input schema", slip);
  await expect(bench.problems()).toContainText(["trailing comma"]);
  await bench.expectSquiggles("Input schema", [","]);
  // D7: nothing replaces a schema that cannot be used; calls go through unchecked, and the page says so.
  await expect(bench.toolRow("t")).toHaveAttribute("data-status", "unusable");
  await bench.expectSaved();
  await page.reload();
  await expect(bench.editorText("Input schema")).toContainText('{"type":"number"},}}');
});
