/** Writing tools, schemas, rules, policies and answers; what is written is checked as it is typed, and kept. */
import { expect, test, type Workbench } from "./workbench";

/** A workspace of its own for each test, saved on the server. */
async function ownWorkspace(bench: Workbench, name: string): Promise<void> {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.renameWorkspace(name);
  await bench.expectSaved();
  await expect(bench.workspaceName()).toHaveText(name);
}

const schema = (type: string) =>
  `{\n  "type": "object",\n  "properties": {\n    "city": { "type": "${type}" }\n  },\n  "required": ["city"]\n}`;

test("a slip in a schema is marked at its line and said loudly, and the draft outlives a reload", {
  tag: "@smoke",
}, async ({ bench, page }) => {
  await ownWorkspace(bench, "A slip");
  await bench.write("Input schema", schema("strng"));
  await expect(bench.problems()).toHaveText(['Line 4: unknown type "strng", did you mean "string"?']);
  await bench.expectSquiggles("Input schema", ['"strng"']);
  await expect(bench.problemBox()).toContainText("This schema cannot be used: calls go through unchecked.");
  await expect(bench.toolRow("get_weather")).toHaveAttribute("data-status", "unusable");
  await expect(bench.uncheckedStrip()).toContainText("Calls to get_weather will go through unchecked");
  await bench.expectSaved();

  await page.reload();
  await expect(bench.workspaceName()).toHaveText("A slip");
  await expect(bench.editorText("Input schema")).toContainText('"strng"');
  await bench.expectSquiggles("Input schema", ['"strng"']);

  // Calls go through, and each shows that nothing was checked (D7).
  await bench.run();
  await bench.expectStatus("idle");
  await expect(bench.rowOf("call", 0).verdict()).toHaveText("schema unusable");
  await bench.inspect(bench.rowOf("call", 0), "call");
  await expect(bench.card("check-reason")).toContainText("strng");

  await bench.write("Input schema", schema("string"));
  await expect(bench.toolRow("get_weather")).toHaveAttribute("data-status", "ok");
  await expect(bench.uncheckedStrip()).toHaveCount(0);
  await bench.expectSquiggles("Input schema", []);
  // The finished run keeps the schema it was run with.
  await expect(bench.rowOf("call", 0).verdict()).toHaveText("schema unusable");
  await bench.expectSaved();
});

test("an unknown keyword is a warning that names the one that was meant", async ({ bench }) => {
  await ownWorkspace(bench, "A keyword");
  await bench.write("Input schema", '{\n  "type": "object",\n  "propertis": {}\n}');
  await expect(bench.problems()).toHaveText(["Line 3: unknown keyword propertis, did you mean properties?"]);
  await expect(bench.problems()).toHaveAttribute("data-status", "warning");
  await bench.expectSquiggles("Input schema", ['"propertis"']);
  await expect(bench.uncheckedStrip()).toHaveCount(0);
  await bench.expectSaved();
});

test("a schema text that is not JSON is kept as typed", async ({ bench, page }) => {
  await ownWorkspace(bench, "Half a schema");
  await bench.write("Input schema", '{ "type": "object",');
  await expect(bench.problems()).toContainText(["the schema text is not JSON"]);
  await bench.expectSaved();
  await page.reload();
  await expect(bench.editorText("Input schema")).toContainText('"object",');
  await expect(bench.toolRow("get_weather")).toHaveAttribute("data-status", "unusable");
});

test("arguments are judged as they are typed", async ({ bench }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.write("Try arguments", '{"city": "Tokyo"}');
  await expect(bench.tryVerdict()).toHaveText("valid");
  await bench.write("Try arguments", '{"city": 12}');
  await expect(bench.tryVerdict()).toHaveText("invalid");
  await bench.expectSquiggles("Try arguments", ["12"]);
  await expect(bench.tryFindings()).toContainText("city must be a string, got the number 12");
  await expect(bench.tryFindings()).toContainText("line 1:10");
  await expect(bench.tryFindings()).toContainText("Proposed: tool.error");
  await bench.write("Try arguments", '{"city": "Tok');
  await expect(bench.tryVerdict()).toHaveText("malformed");
  await expect(bench.tryFindings()).toContainText("the text ends inside a string: was it cut?");
  await bench.write("Try arguments", "[1]");
  await expect(bench.tryVerdict()).toHaveText("malformed");
  await bench.write("Try arguments", "   ");
  await expect(bench.tryVerdict()).toHaveText("invalid");
  await expect(bench.tryFindings()).toContainText("blank, read as {}");
  // Trying out a text is not an edit.
  await expect(bench.saveState()).toHaveText("Not stored");
});

test("a result is tried against the output schema, and read as JSON or as text", async ({ bench }) => {
  await bench.open();
  await bench.openSample("Results that break their promise");
  await bench.showTool("read_label", "output");
  await bench.write("Try a result", "42");
  await expect(bench.tryVerdict()).toHaveText("invalid");
  await expect(bench.tryFindings()).toContainText("Read as JSON");
  await bench.write("Try a result", "forty-two");
  await expect(bench.tryVerdict()).toHaveText("valid");
  await expect(bench.tryFindings()).toContainText("Read as text");
});

test("the editor offers the keywords of JSON Schema", async ({ bench, page }) => {
  await ownWorkspace(bench, "Completion");
  await bench.write("Input schema", '{\n  ""\n}');
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ControlOrMeta+Space");
  await expect(bench.suggestions().filter({ hasText: "additionalProperties" }).first()).toBeVisible();
  await page.keyboard.type("addit");
  await page.keyboard.press("Enter");
  await expect(bench.editorText("Input schema")).toContainText('"additionalProperties"');
  await bench.expectSaved();
});

test("a tool is added, renamed with its calls, and removed", async ({ bench, page }) => {
  await ownWorkspace(bench, "Tools");
  await bench.addTool();
  await expect(bench.toolNames()).toHaveText(["get_weather", "new_tool"]);
  await bench.proposeName("get_weather", "new_tool");
  await expect(bench.nameFault()).toContainText("A tool named new_tool already exists");
  await page.keyboard.press("Escape");
  await bench.renameTool("get_weather", "forecast");
  await expect(bench.toolNames()).toHaveText(["forecast", "new_tool"]);
  await bench.toolMenu("new_tool", "remove");
  await bench.confirm();
  await expect(bench.toolNames()).toHaveText(["forecast"]);
  await bench.expectSaved();

  await bench.run();
  await bench.expectStatus("idle");
  await expect(bench.row("forecast").verdict()).toHaveText("valid");
  await expect(bench.row("forecast").text()).toHaveText("It's foggy in San Francisco.");
});

test("rules answer in their order, and the policy's layer is told", async ({ bench }) => {
  await ownWorkspace(bench, "Rules");
  await bench.showTool("get_weather", "policy");
  await expect(bench.policyField("max_attempts")).toContainText("engine default");
  await bench.overridePolicy("max_attempts", "2");
  await bench.overridePolicy("backoff_max_secs", "0.2");
  await expect(bench.policyField("max_attempts").getByTestId("policy-value")).toHaveText("2");
  await expect(bench.policyField("max_attempts").getByTestId("policy-layer")).toHaveText("tool");
  await expect(bench.policyField("total_timeout_secs").getByTestId("policy-layer")).toHaveText(
    "engine default",
  );

  await bench.showTool("get_weather", "runs");
  await expect(bench.rules()).toHaveCount(4);
  for (let n = 4; n > 1; n--) await bench.removeRule(n - 1);
  await bench.setRule(0, { attempt: "1", kind: "Error" });
  await expect(bench.noRuleNote()).toContainText("If no rule matches");
  await bench.addRule();
  await bench.setRule(1, { kind: "Text", result: "Sunny at last." });
  await expect(bench.noRuleNote()).toHaveCount(0);
  await bench.expectSaved();

  await bench.run();
  await bench.expectStatus("idle");
  const call = bench.rowOf("call", 0);
  await expect(call.chip("attempt")).toHaveText("2 of 2");
  await expect(call.text()).toHaveText("Sunny at last.");
  await bench.inspect(call, "attempts");
  await expect(bench.policyRow("max_attempts")).toHaveText(["2", "tool"]);
});

test("the model's answers are written with ready-made calls", async ({ bench }) => {
  await ownWorkspace(bench, "Answers");
  await bench.toggleAnswers();
  await expect(bench.answers()).toHaveCount(3);
  for (let n = 3; n > 0; n--) await bench.removeAnswer(n - 1);
  for (const [n, kind] of [
    "missing-member",
    "wrong-type",
    "malformed",
    "unknown-tool",
    "cut-off",
  ].entries()) {
    await bench.addAnswer();
    await bench.addReadyCall(n, kind);
  }
  await expect(bench.rawArguments(0)).toHaveValue("{}");
  await bench.expectSaved();
  await bench.run();
  await bench.expectStatus("interrupted");
  const words = ["invalid", "invalid", "malformed", "unknown tool"];
  for (const [n, word] of words.entries()) await expect(bench.rowOf("call", n).verdict()).toHaveText(word);
  await expect(bench.rowOf("model", 4).chip("cut")).toHaveText("cut off");
});

test("raw arguments are sent exactly as they are typed", async ({ bench }) => {
  await ownWorkspace(bench, "Raw");
  await bench.toggleAnswers();
  const raw = '{ "city" : "Zürich \\u0000",\n\t"id": 12345678901234567890 }';
  await bench.rawArguments(0).fill(raw);
  await bench.expectSaved();
  await bench.run();
  await bench.expectStatus("idle");
  await bench.inspect(bench.rowOf("call", 0), "call");
  await expect(bench.verdict()).toHaveText("valid");
  await expect(bench.card("arguments")).toContainText("12345678901234567890");
  await expect(bench.card("note")).toContainText("rounded");
});

test("two tabs that edit one workspace both keep their work", async ({ bench, context, faults }) => {
  await ownWorkspace(bench, "Shared");
  const page = await context.newPage();
  const other = bench.beside(page);
  await other.open();
  await expect(other.workspaceName()).toHaveText("Shared");
  await other.write("Input schema", schema("integer"));
  await other.expectSaved();

  await bench.write("Input schema", schema("boolean"));
  await expect(bench.conflict()).toContainText("Saved by someone else in the meantime");
  await bench.keepMine();
  await expect(bench.workspaceName()).toHaveText("Shared (mine)");
  await bench.expectSaved();
  expect(await bench.workspaces()).toEqual(expect.arrayContaining(["Shared", "Shared (mine)"]));
  await expect(bench.editorText("Input schema")).toContainText('"boolean"');
  await bench.openWorkspace("Shared");
  // The browser itself reports the refused save that this test is about.
  expect(faults.splice(0)).toEqual([expect.stringContaining("409 (Conflict)")]);
  await expect(bench.editorText("Input schema")).toContainText('"integer"');
});

test("a workspace is made, renamed and deleted", async ({ bench }) => {
  await bench.open();
  await bench.newWorkspace();
  await expect(bench.workspaceName()).toHaveText(/^New workspace/);
  await bench.expectSaved();
  await bench.renameWorkspace("Short-lived");
  await bench.expectSaved();
  expect(await bench.workspaces()).toContain("Short-lived");
  await bench.deleteWorkspace();
  await expect(bench.workspaceName()).not.toHaveText("Short-lived");
  expect(await bench.workspaces()).not.toContain("Short-lived");
});
