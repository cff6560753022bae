/** What would have made a faulty call valid: found on demand, checked, never applied. */
import { openSession, workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

const inputText = JSON.stringify({
  type: "object",
  properties: { city: { type: "string" }, limit: { type: "integer" } },
  required: ["city"],
  additionalProperties: false,
});

test("arguments with two findings: the edits that fix them, with the text after them to copy", async ({
  bench,
}) => {
  const raw = '{"city": "Oslo", "limit": "5", "uint": 1}';
  await openSession(bench, workspaceOf("Two faults", [{ name: "t", inputText }], raw));
  await bench.inspect(bench.row("t"), "call");
  await bench.findFixes();
  await expect(bench.fixes().first()).toContainText('/limit: "5" → 5');
  await expect(bench.fixes().first()).toContainText("/uint: removed");
  await expect(bench.fixes().first()).toContainText('{"city": "Oslo", "limit": 5}');
  await expect(bench.shrunk()).toContainText('{"limit": "5"}');
  expect(await bench.code("arguments-text")).toBe(raw);
});

test("arguments that are not JSON, and a call that is right", async ({ bench }) => {
  await openSession(bench, workspaceOf("Not JSON", [{ name: "t", inputText }], "{'city': 'Oslo',}"));
  await bench.inspect(bench.row("t"), "call");
  await bench.findFixes();
  await expect(bench.fixes().first()).toContainText("several typos fixed");
  await openSession(bench, workspaceOf("Right", [{ name: "t", inputText }], '{"city": "Oslo"}'));
  await bench.inspect(bench.row("t"), "call");
  await expect(bench.card("fixes")).toHaveCount(0);
});
