/** No view has a serious or critical finding of axe, in light and in dark. */
import AxeBuilder from "@axe-core/playwright";
import { openWeatherWithFault } from "./faulty";
import { openSession, workspaceOf } from "./prepared";
import { expect, test, type Workbench } from "./workbench";

/**
 * Base UI's sentinels at the ends of an open menu: hidden from readers yet focusable on purpose, as focus that reaches
 * one is sent on at once.
 */
const FOCUS_GUARDS = "[data-base-ui-focus-guard]";

/**
 * Checks what is on the screen once nothing moves any more. In dark only the contrast is checked, since everything
 * else is the same as in light.
 */
async function check(bench: Workbench, view: string, { rules, within = "body" }: Scope): Promise<void> {
  await bench.expectStill();
  const axe = new AxeBuilder({ page: bench.page })
    .options({ resultTypes: ["violations"] })
    .include(within)
    .exclude(FOCUS_GUARDS);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const bad = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 200)}`));
  expect.soft(bad, view).toEqual([]);
}

interface Scope {
  /** Only these rules; all if absent. */
  rules?: string[];
  /** A part of the page, if the rest has been checked already. */
  within?: string;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    const whole: Scope = colorScheme === "dark" ? { rules: ["color-contrast"] } : {};
    const inspector: Scope = { ...whole, within: "#inspector" };

    const tag = colorScheme === "light" ? "@smoke" : [];
    test("the workbench, its tools, menus and dialogs", { tag }, async ({ bench, page }) => {
      await bench.open();
      await bench.openSample("Gallery of arguments");
      await expect(bench.editor("Input schema")).toBeVisible();
      await check(bench, "first visit", whole);
      await bench.showTool("convert_currency", "input");
      await bench.write("Try arguments", '{"amount": "x"}');
      await expect(bench.tryVerdict()).toBeVisible();
      await check(bench, "unusable schema, arguments tried", whole);
      for (const tab of ["output", "runs", "policy"] as const) {
        await bench.showTool("book_flight", tab);
        await check(bench, `tool tab ${tab}`, whole);
      }
      await bench.toggleAnswers();
      await check(bench, "answers", whole);
      await bench.toggleAnswers();
      for (const part of [
        "model-chip",
        "worker-chip",
        "agent-settings",
        "theme",
        "workspace-menu",
      ] as const) {
        await bench.unfold(part);
        await check(bench, part, whole);
        await page.keyboard.press("Escape");
        await bench.expectFolded();
      }
      await page.keyboard.press("Shift+?");
      await expect(bench.sheet()).toBeVisible();
      await check(bench, "shortcuts", whole);
    });

    test("a run that is over, each tab of the inspector", async ({ bench }) => {
      await bench.play("Gallery of arguments", "interrupted");
      await bench.inspect(bench.rowOf("call", 0));
      for (const tab of ["call", "decision", "attempts", "result", "model", "raw"] as const) {
        await bench.show(tab);
        await check(bench, `call, ${tab}`, tab === "call" ? whole : inspector);
      }
      await bench.inspect(bench.rowOf("turn"), "about");
      await check(bench, "turn", inspector);
      await bench.inspect(bench.row("interrupted"), "about");
      await check(bench, "interrupt", inspector);
    });

    test("overridden, rejected and retried calls", async ({ bench }) => {
      await bench.play("A worker that decides");
      await bench.inspect(bench.row("order_lunch"), "decision");
      await check(bench, "diff", inspector);
      await bench.openSample("Results that break their promise");
      await bench.run();
      await bench.expectStatus("idle");
      await bench.inspect(bench.row("read_temperature"), "result");
      await check(bench, "output rejected", inspector);
      await bench.openSample("Retries and timeouts");
      await bench.run();
      await bench.expectStatus("idle");
      await bench.inspect(bench.row("export_ledger"), "attempts");
      await check(bench, "attempts", inspector);
      await bench.filter("retried").click();
      await check(bench, "filtered", whole);
    });

    test("a call that goes wrong again, with the schema that would accept it", async ({ bench }) => {
      const inputText = '{"properties": {"days": {"anyOf": [{"type": "integer"}, {"const": "all"}]}}}';
      const workspace = workspaceOf("Again", [{ name: "t", inputText }]);
      const wrong = { calls: [{ name: "t", arguments: '{"days": "3"}' }] };
      await openSession(bench, { ...workspace, script: [wrong, wrong, { text: "done" }] });
      await bench.inspect(bench.row("t", 1), "call");
      await bench.findFixes();
      await expect(bench.card("schema-changes")).toBeVisible();
      await check(bench, "loop and schema changes", inspector);
    });

    test("injected faults: the dialog and a rule being written", async ({ bench, page }) => {
      const dialog: Scope = { ...whole, within: '[data-testid="faults"]' };
      await bench.open();
      await bench.openSample("Injected faults");
      await page.getByTestId("faults-open").click();
      await expect(page.getByTestId("fault-rule")).toHaveCount(20);
      await page.getByTestId("fault-add").click();
      await check(bench, "rules and a new one", dialog);
      await page.getByTestId("fault-kind").click();
      await page.getByRole("option", { name: "Result breaks its schema" }).click();
      await expect(page.getByTestId("fault-idle")).toBeVisible();
      await check(bench, "a rule that never strikes", dialog);
    });

    test("a call that an injected fault struck", async ({ bench }) => {
      await openWeatherWithFault(bench);
      await bench.run();
      await bench.expectStatus("idle");
      await bench.inspect(bench.row("get_weather"), "attempts");
      await check(bench, "struck rows and attempt", whole);
      await bench.show("call");
      await check(bench, "struck call", inspector);
    });

    test("cases made from a schema, and kept", async ({ bench, page }) => {
      const dialog: Scope = { ...whole, within: '[data-testid="generate-dialog"]' };
      await bench.open();
      await bench.openSample("Weather tool");
      await page.getByRole("tab", { name: "Cases" }).click();
      await page.getByTestId("case-generate").click();
      await page.getByTestId("pick-all-near-miss").check();
      await check(bench, "generated samples", dialog);
      await page.getByTestId("generate-keep").click();
      await expect(page.getByTestId("cases-summary")).toContainText("as expected");
      await check(bench, "kept cases", whole);
    });

    test("a call that waits for a person", async ({ bench }) => {
      await bench.play("Waiting for a person", "waiting");
      await bench.inspect(bench.row("approve_refund"));
      await bench.typeAnswer("JSON", '{"approved": 1}');
      await expect(bench.answerVerdict()).toHaveText("invalid");
      await check(bench, "answer form", whole);
      await bench.typeAnswer("Error", "");
      await check(bench, "answer form, error", inspector);
    });

    test.describe("narrow", () => {
      test.use({ viewport: { width: 390, height: 844 } });
      test("each column of a narrow window", async ({ bench }) => {
        await bench.open();
        await check(bench, "run, nothing yet", whole);
        await bench.column("tools").click();
        await bench.openSample("Gallery of arguments");
        await check(bench, "tools", whole);
        await bench.run();
        await bench.expectStatus("interrupted");
        await check(bench, "timeline", whole);
        await bench.rowOf("call", 0).select();
        await expect(bench.verdict()).toBeVisible();
        await check(bench, "inspector", whole);
      });
    });
  });
}
