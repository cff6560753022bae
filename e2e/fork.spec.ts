/** Goes back in a run and continues differently, in a run of its own. */
import { expect, test } from "./workbench";

test("a call gets another result: what stood before is reused, the model reads the new one", {
  tag: "@smoke",
}, async ({ bench, page }) => {
  await bench.play("Weather tool");
  const origin = page.url();
  await bench.inspect(bench.row("get_weather", 1), "result");
  await bench.openFork();
  await expect(bench.forkReuse()).toHaveText(
    "Reused: 2 answers of the model and 1 result of tools. Unfinished work and everything after it runs again.",
  );
  await bench.write("In the fork", '{"result": ');
  await expect(bench.forkReuse()).toContainText("The text is not valid JSON");
  await bench.write("In the fork", '{"result": "Sunny in Lisbon."}');
  await bench.makeFork();
  await expect(page).not.toHaveURL(origin);
  await bench.expectStatus("idle");
  await expect(bench.row("get_weather", 1).text()).toHaveText("Sunny in Lisbon.");
  await expect(bench.row("get_weather", 0).text()).toHaveText("It's foggy in San Francisco.");
  const runs = page.getByTestId("runs-menu");
  await expect(runs).toHaveText(/^Run ./);
  const name = await runs.textContent();
  const seam = bench.row("forked");
  await expect(seam.text()).toContainText("another outcome of the call");
  await bench.inspect(seam);
  await bench.compareWithOrigin();
  await expect(bench.comparison()).toContainText("1 of 6 rows differ.");
  // Named as in the list of runs.
  const [before, forked] = [origin, page.url()].map((url) => /ses_\w+/.exec(url)?.[0]);
  await expect(page.getByTestId("compare-head")).toHaveText([
    new RegExp(`^Run (\\d+|of [\\d:]+)${before}$`),
    `${name}: get_weather → Sunny in Lisbon.${forked}`,
  ]);
  await expect(bench.firstDifference()).toContainText("No forecast for Lisbon.");
  await expect(bench.firstDifference()).toContainText("Sunny in Lisbon.");
  await page.keyboard.press("Escape");
  await bench.openOrigin();
  await expect(bench.row("get_weather", 1).text()).toHaveText("No forecast for Lisbon.");
});

test("other arguments are checked anew", async ({ bench }) => {
  await bench.play("Weather tool");
  await bench.inspect(bench.row("get_weather", 0), "call");
  await bench.openFork("Other arguments");
  await bench.write("In the fork", '{"town": "Oslo"}');
  await bench.makeFork();
  await expect(bench.row("get_weather", 0).verdict()).toHaveText("invalid");
  await bench.expectStatus("idle");
});

test("a run is run again from its start, with the workspace of today", async ({ bench }) => {
  await bench.play("Weather tool");
  await bench.runAgain("with current workspace");
  await expect(bench.row("forked").text()).toContainText("run again from the start");
  await bench.expectStatus("idle");
  await expect(bench.row("get_weather", 0).text()).toHaveText("It's foggy in San Francisco.");
});
