/** Retries: what a call's policy plans, what happened, and the preview of a policy beside its fields. */
import { expect, test } from "./workbench";

test("a call that is tried again shows the attempts made over those planned, and what the clock brings", async ({
  bench,
}) => {
  await bench.open();
  await bench.openSample("Retries and timeouts");
  await bench.run();
  const call = bench.row("search_archive");
  await expect(call.root).toBeVisible();
  await bench.inspect(call, "attempts");
  await expect(bench.card("ladder")).toBeVisible();
  await expect(bench.card("ladder-next")).toContainText(/(starts|ends it|ends the call) in \d+\.\d s\./);
  await bench.expectStatus("idle", 30_000);
  await expect(bench.card("ladder-next")).toHaveCount(0);
  await bench.inspect(bench.row("fetch_invoices"), "attempts");
  await expect(bench.rungs().first()).toHaveAttribute("title", /^attempt 1 of \d: failed, /);
  await expect(bench.rungs().last()).toHaveAttribute("title", /completed/);
});

test("the policy is played out beside its fields, and its handles change them", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.showTool("get_weather", "policy");
  await expect(bench.planText()).toHaveText("Worst case 2:00 min: 1 attempt, then the call has failed.");
  await page.getByRole("button", { name: "More attempts" }).click();
  await page.getByRole("button", { name: "More attempts" }).click();
  await expect(bench.planText()).toHaveText("Worst case 6:00 min: 3 attempts, then the call has failed.");
  await expect(bench.policyField("max_attempts").getByTestId("policy-value")).toHaveText("3");

  const limit = page.getByRole("slider", { name: "Attempt timeout" });
  await limit.press("ArrowLeft");
  await expect(bench.policyField("attempt_timeout_secs").getByTestId("policy-value")).toHaveText("115 s");
  await limit.hover();
  await page.mouse.down();
  await page.mouse.move(200, 400, { steps: 4 });
  await page.mouse.up();
  await expect(bench.policyField("attempt_timeout_secs").getByTestId("policy-value")).not.toHaveText("115 s");
  await expect(bench.policyField("attempt_timeout_secs").getByTestId("policy-layer")).toHaveText("tool");
});
