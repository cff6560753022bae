/**
 * What a schema change would do to the recorded calls: shown while it is typed, rule by rule, each with its calls as
 * proof.
 */
import { openSession, runIn, workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

const CITY = (rules: object, more: object = {}) =>
  JSON.stringify({
    type: "object",
    properties: { city: { type: "string", ...rules } },
    required: ["city"],
    ...more,
  });

test("recorded calls are checked again as the schema is typed; each that differs is opened from its rule", {
  tag: "@smoke",
}, async ({ bench, page }) => {
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
  // The record does not change: the call was valid when it was made.
  await expect(bench.inspector()).toContainText("San Francisco");
  await expect(bench.row("get_weather", 0).verdict()).toHaveText("valid");

  // With this schema as the baseline nothing differs; a looser one makes the call valid again.
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

const seats = (maximum: number) =>
  JSON.stringify({ type: "object", properties: { seats: { type: "integer", maximum } } });

test("calls that are alike are one; what an older version of the schema recorded says so; the schema compared with outlives a reload", async ({
  bench,
  page,
}) => {
  const made = (inputText: string, numbers: number[]) => ({
    ...workspaceOf("Versions", [{ name: "book", inputText }]),
    script: [
      { calls: numbers.map((n, i) => ({ id: `c${i}`, name: "book", arguments: `{"seats": ${n}}` })) },
      { text: "done" },
    ],
  });
  const { request } = page;
  const stored = await request.post("/api/workspaces", { data: made(seats(6), []) });
  const workspace_id: string = (await stored.json()).id;
  await runIn(request, made(seats(9), [8, 2, 2]), workspace_id);
  const newest = await runIn(request, made(seats(6), [2, 3, 3, 3]), workspace_id);
  await bench.open(`/sessions/${newest}`);
  await bench.expectStatus("idle");
  const strip = page.getByTestId("impact");
  await expect(strip).toContainText(
    "7 recorded calls: 1 would turn invalid; none of these by this edit alone",
  );
  await bench.write("Input schema", seats(2));
  await expect(strip).toContainText("4 would turn invalid; 3 of these by this edit alone");

  await page.getByTestId("impact-open").click();
  const dialog = page.getByTestId("impact-dialog");
  const flips = dialog.getByTestId("flip");
  await expect(flips).toHaveCount(2);
  await expect(flips.first()).toContainText("× 3");
  await expect(flips.nth(1).getByTestId("flip-under")).toHaveText(
    "recorded under another version of the schema: the newest run's schema judges it so already",
  );
  await expect(dialog.getByTestId("change")).toContainText("c3 × 3");
  await flips.first().getByTestId("flip-others").click();
  await expect(flips.first().getByTestId("flip-other")).toHaveCount(2);
  await flips.first().getByTestId("flip-other").last().click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/row=call%3Ac1/);

  await page.getByTestId("impact-open").click();
  await dialog.getByTestId("impact-baseline").click();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("impact-compared")).toContainText("Compared with the schema of");
  await bench.write("Input schema", seats(5));
  await expect(strip).toContainText("3 would turn valid");
  await expect(page.getByTestId("save-state")).toHaveText("Saved");
  await page.reload();
  await expect(page.getByTestId("impact-compared")).toContainText("Compared with the schema of");
  await expect(strip).toContainText("3 would turn valid");
  await page.getByTestId("impact-back").click();
  await expect(page.getByTestId("impact-compared")).toHaveCount(0);
  await expect(strip).toContainText("1 would turn invalid; none of these by this edit alone");
});

test("a check that takes a while says how far it is", async ({ bench, page }) => {
  // Each is a slice of its own and takes a tenth of a second: the time for the pattern grows with the square of the zs.
  const rest = { slow: "z".repeat(12_000), pad: "x".repeat(1_050_000) };
  const calls = Array.from({ length: 9 }, (_, i) => ({
    id: `c${i}`,
    name: "load",
    arguments: JSON.stringify({ n: i, ...rest }),
  }));
  const workspace = workspaceOf("Large calls", [{ name: "load", inputText: "{}" }]);
  await openSession(bench, { ...workspace, script: [{ calls }, { text: "done" }] });
  const strip = page.getByTestId("impact");
  await expect(strip).toContainText("9 recorded calls: every verdict stays");
  await page.evaluate(() => {
    const told: string[] = [];
    Reflect.set(window, "told", told);
    const look = () => {
      const text = document.querySelector('[data-testid="impact"]')?.textContent ?? "";
      if (text !== told.at(-1)) told.push(text);
      requestAnimationFrame(look);
    };
    look();
  });
  await bench.write(
    "Input schema",
    '{"properties":{"n":{"maximum":4},"slow":{"not":{"pattern":"^.*z.*q$"}}}}',
  );
  await expect(strip).toContainText("9 recorded calls: 4 would turn invalid");
  const told = await page.evaluate((): string[] => Reflect.get(window, "told"));
  expect(told.join("\n")).toMatch(/\d of 9 checked so far, \d with a different verdict/);
});
