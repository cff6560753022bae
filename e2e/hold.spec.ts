/** Breakpoints: a run stops at a decision, a person looks at it, changes it, and lets the run continue. */
import { workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

test("a breakpoint on a tool holds its call before it runs and again with its answer; Continue goes on", async ({
  bench,
  page,
}) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.setBreakpoint("get_weather");
  await bench.run();
  await bench.expectStatus("waiting");
  await expect(bench.card("hold")).toContainText("Not sent to the worker yet");
  await expect(bench.card("hold")).toContainText("breakpoint: get_weather");
  await expect(bench.waits()).toContainText("tool.execute is held");
  await expect(bench.row("get_weather").text()).toContainText("before it goes to the worker");

  await bench.holdAction("continue");
  await expect(bench.card("hold")).toContainText("The worker has answered");
  await expect(bench.card("hold")).toContainText("foggy");

  // The rest by keyboard: the answer, the outcome before and after, then the next call.
  await page.keyboard.press("F8");
  await expect(bench.card("hold")).toContainText("Held: tool.finished get_weather");
  await bench.setBreakpoint("get_weather");
  await page.keyboard.press("F8");
  await bench.expectStatus("idle");
  await expect(bench.row("get_weather").text()).toHaveText("It's foggy in San Francisco.");
});

test("a held decision is answered by a person, with completion, checks and a diff; the log says by whom", {
  tag: "@smoke",
}, async ({ bench }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.setBreakpoint("get_weather");
  await bench.run();
  await bench.expectStatus("waiting");
  await bench.holdAction("edit");
  await bench.write("Your answer", '{"actions": "none"}');
  await expect(bench.answerFault()).toContainText("/actions: actions must be an array");
  await bench.write(
    "Your answer",
    '{"actions": [{"type": "tool.result", "result": "Sunny, says a person."}]}',
  );
  await expect(bench.answerDiff()).toContainText("Sunny, says a person.");
  await bench.returnAnswer();
  await expect(bench.card("hold")).toContainText("Held: tool.finished get_weather");
  await bench.holdAction("proposal");
  await expect(bench.row("get_weather").text()).toHaveText("Sunny, says a person.");
  // The sample's second call is held next, and shown.
  await expect(bench.card("hold")).toContainText("Held: tool.execute get_weather");
  await bench.inspect(bench.row("get_weather"), "decision");
  await expect(bench.card("decision-outcome")).toContainText("own answer by a person");
});

test("a held run is held after a reload too, and can be stopped", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Weather tool");
  await bench.setBreakpoint("Turn end");
  await bench.run();
  await bench.expectStatus("waiting");
  await page.reload();
  await expect(bench.card("hold")).toContainText("breakpoint: turn end");
  await bench.stopButton().click();
  await bench.expectStatus("cancelled");
  await expect(bench.card("hold")).toHaveCount(0);
});

test("a wait of minutes is skipped by its key, and a held answer is edited by its key", async ({
  bench,
  page,
}) => {
  const workspace = workspaceOf("Long backoff", [{ name: "slow" }]);
  const [tool] = workspace.agent.tools;
  Object.assign(tool ?? {}, {
    retry: { max_attempts: 2, backoff_base_secs: 600, backoff_max_secs: 600 },
    runner: {
      kind: "responses",
      rules: [
        { when: { attempt: 0 }, then: { error: { message: "busy", retryable: true } } },
        { then: { result: "ok" } },
      ],
    },
  });
  const breakpoints = [{ on: "turn end" }];
  const data = { workspace: { ...workspace, breakpoints }, message: "go" };
  const { id } = await (await page.request.post("/api/sessions", { data })).json();
  await bench.open(`/sessions/${id}`);
  await expect(bench.waits()).toContainText("attempt 2 of 2 of slow, ends in 9:5");
  await page.keyboard.press("w");
  await expect(bench.card("hold")).toContainText("breakpoint: turn end");
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog")).toContainText("yourself");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F8");
  await expect(bench.card("hold")).toContainText("The worker has answered");
  await page.keyboard.press("F8");
  await bench.expectStatus("idle");
});
