/** What a run that stands still says of what is open in it. */
import { workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

const call = (id: string, name: string) => ({ id, name, arguments: "{}" });
const runner = (then: object) => ({ kind: "responses", rules: [{ then }] });

test("while a run is interrupted nothing in it is said to be with the worker; after the resume each waits for its own", async ({
  bench,
  page,
}) => {
  const workspace = {
    ...workspaceOf("Interrupted", []),
    agent: {
      model: "scripted",
      tools: [
        { name: "slow", runner: runner({ hang: true }) },
        { name: "ask_user", runner: { kind: "person" } },
        { name: "pay", runner: runner({ result: "paid" }) },
      ],
    },
    script: [{ calls: [call("c1", "slow"), call("c2", "ask_user"), call("c3", "pay")] }, { text: "done" }],
    breakpoints: [{ on: "tool", name: "pay" }],
  };
  const started = await page.request.post("/api/sessions", { data: { workspace, message: "go" } });
  const { id } = await started.json();
  await bench.open(`/sessions/${id}`);
  await expect(bench.card("hold")).toContainText("Held: tool.execute pay");
  await expect(bench.row("slow").text()).toHaveText("waits for the worker");
  await bench.holdAction("edit");
  await bench.write("Your answer", '{"actions": [{"type": "interrupt", "reason": "may I?"}]}');
  await bench.returnAnswer();
  await bench.expectStatus("interrupted");

  const left = "left open by an interrupt, waits for a person or the worker";
  await expect(bench.row("slow").text()).toHaveText(`${left}; the session is interrupted`);
  await expect(bench.row("ask_user").text()).toHaveText("waits for a person; the session is interrupted");
  await expect(bench.timeline().locator('[data-status="running"]')).toHaveCount(0);
  await bench.inspect(bench.row("slow"), "attempts");
  await expect(page.getByTestId("head-wait")).toContainText("the session is interrupted");
  await expect(page.getByTestId("ladder-next")).toHaveCount(0);
  await expect(bench.inspector().getByText("Answer this call")).toBeVisible();

  await page.getByTestId("resume").click();
  await page
    .getByTestId("resume-dialog")
    .getByRole("button", { name: /^Resume/ })
    .click();
  await expect(bench.row("slow").text()).toHaveText(left);
  await expect(bench.row("ask_user").text()).toHaveText("waits for a person");
});
