/** The sample with every kind of injected fault, in a window that shows all of its rows. */
import { expect, test } from "./workbench";

test.use({ viewport: { width: 1600, height: 1800 } });

test("faults: every kind is injected in one run, and each is named as injected", async ({ bench }) => {
  await bench.open();
  await bench.openSample("Injected faults");
  await bench.run();
  await expect(bench.sessionStatus()).toContainText("Turn 1 failed", { timeout: 30_000 });
  const model = bench.rowOf("model", 0);
  await expect(model.chip("attempt")).toHaveText("5 of 5");
  await expect(model.chip("injected")).toHaveText("fault: slow by 400 ms × 5");
  await bench.inspect(model, "attempts");
  for (const [n, fault] of ["rate limited", "overloaded", "stream cut", "never answers"].entries())
    await expect(bench.attempt(n)).toContainText(`an injected fault (${fault})`);

  await bench.inspect(bench.row("get_rate"), "result");
  await expect(bench.row("get_rate").text()).toHaveText(/^injected: try_per_usd must be a number/);
  await bench.expectMarks("result", ['"5"']);
  await bench.inspect(bench.row("read_guide"), "call");
  await expect(bench.card("told-taken")).toContainText("cut off by an injected fault (result cut off)");
  await bench.inspect(bench.row("find_flights", 1), "call");
  await expect(bench.card("told-raw")).toContainText("changed by an injected fault (malformed arguments)");
  await expect(bench.row("read_forecast_unknown").verdict()).toHaveText("unknown tool");
  await expect(bench.row("check_visa", 0).chip("late")).toHaveText("1 refusal");
  const refused = bench.row("call refused");
  await expect(refused.text()).toHaveText(/^injected: check_visa/);
  await expect(bench.rowOf("model", 5).chip("cut")).toHaveText("cut off");

  // Whichever comes first ends the turn.
  const last = ["reserve_car", "print_tickets", "send_summary"];
  for (const name of last) await expect(bench.row(name).chip("injected")).toBeVisible();
  await expect(bench.row("turn failed").text()).toHaveText(/^injected: /);
  await bench.inspect(bench.row("turn failed"));
  await expect(bench.card("injected")).toContainText(/HTTP 503|answer is not JSON|worker unreachable/);

  // With the faults off, the same run has no problems.
  await bench.page.getByTestId("faults-open").click();
  await bench.page.getByTestId("faults-on").click();
  await bench.page.keyboard.press("Escape");
  await bench.run();
  await expect(bench.sessionStatus()).toContainText("Turn 1 done", { timeout: 30_000 });
  await expect(bench.rowsOf("call")).toHaveCount(15);
  await expect(bench.page.getByTestId("chip-injected")).toHaveCount(0);
});
