/** The page as a whole, whatever runs in it: the address, keys, themes, widths, and a server that goes away. */
import { startApp, withDataFolder } from "./server";
import { expect, test } from "./workbench";

test("the address holds session, row and tab; reload and Back restore them", { tag: "@smoke" }, async ({
  bench,
  page,
}) => {
  await bench.play("Weather tool");
  await bench.inspect(bench.rowOf("call", 1), "result");
  await expect(page).toHaveURL(/\/sessions\/[^/?]+\?row=[^&]+&tab=result$/);
  const address = page.url();
  await page.reload();
  await expect(bench.rowOf("call", 1).root).toHaveAttribute("aria-selected", "true");
  await expect(bench.tab("result")).toHaveAttribute("aria-selected", "true");
  await expect(bench.card("model-read")).toContainText("No forecast for Lisbon.");
  await expect(bench.workspaceName()).toHaveText("Weather tool");

  await bench.inspect(bench.rowOf("call", 0));
  await expect(bench.card("model-read")).toContainText("foggy");
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(bench.card("model-read")).toContainText("No forecast for Lisbon.");
  await page.goForward();
  await expect(bench.card("model-read")).toContainText("foggy");
});

test("a session is opened by its link, with the workspace it ran", async ({
  bench,
  page,
  browser,
  baseURL,
}) => {
  await bench.play("Results that break their promise");
  const link = page.url();
  const other = await browser.newPage({ baseURL });
  await other.goto(link);
  await expect(other.getByTestId("session-status")).toHaveAttribute("data-status", "idle");
  await expect(other.getByTestId("workspace-name")).toHaveText("Results that break their promise");
  await expect(other.getByTestId("row")).toHaveCount(await bench.rows().count());
  await other.close();
});

test("a link to a session that is not there says so and leads back", async ({ bench, page, faults }) => {
  await bench.open("/sessions/ses_nothing");
  await expect(bench.missingSession()).toContainText("The server has no session ses_nothing");
  await bench.backToWorkbench().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(bench.runButton()).toBeEnabled();
  // The browser itself reports the 404 that this test is about.
  expect(faults.splice(0).every((fault) => fault.includes("404"))).toBe(true);
});

test("filters show what they count", async ({ bench }) => {
  await bench.play("Retries and timeouts");
  await expect(bench.filter("all")).toHaveAttribute("aria-pressed", "true");
  await bench.filter("retried").click();
  await expect(bench.filter("retried")).toHaveText("Retried 4");
  await expect(bench.row("fetch_invoices").root).toBeVisible();
  await expect(bench.rowOf("turn").root).toHaveCount(0);
  await bench.filter("problems").click();
  await expect(bench.row("export_ledger").root).toBeVisible();
});

test("what a row says is found, and the address keeps what is looked for", async ({ bench, page }) => {
  await bench.play("Weather tool");
  await page.keyboard.press("/");
  await page.keyboard.type("no forecast for lisbon");
  await expect
    .poll(bench.outline)
    .toEqual(["model model · scripted", "call get_weather", "model model · scripted"]);
  await expect(page).toHaveURL(/q=no\+forecast\+for\+lisbon/);
  await page.reload();
  await expect
    .poll(bench.outline)
    .toEqual(["model model · scripted", "call get_weather", "model model · scripted"]);
  await bench.search().fill("nowhere to be found");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await bench.search().press("Escape");
  await expect(bench.rows()).toHaveCount(6);
  await expect(page).not.toHaveURL(/q=/);
});

test("decisions are shown on demand", async ({ bench }) => {
  await bench.play("Weather tool");
  await expect(bench.rowsOf("decision")).toHaveCount(0);
  await bench.filter("decisions").click();
  // session.start and client.messages, three llm.finished, two calls with tool.execute and tool.finished each.
  await expect(bench.filter("decisions")).toHaveText("Decisions 9");
  await expect(bench.rowsOf("decision")).toHaveCount(9);
  await bench.filter("all").click();
  await expect(bench.rowsOf("decision")).toHaveCount(0);
});

test("rows fold and unfold", async ({ bench }) => {
  await bench.play("Retries and timeouts");
  const before = await bench.outline();
  await bench.row("fetch_invoices").toggle();
  await expect(bench.rows()).toHaveCount(before.length - 3);
  await bench.row("fetch_invoices").toggle();
  await expect.poll(async () => (await bench.outline()).length).toBeGreaterThan(before.length - 1);
});

test("keys: run, stop, walk, tabs, runs, and the sheet", { tag: "@smoke" }, async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Waiting for a person");
  await page.keyboard.press("ControlOrMeta+Enter");
  await bench.expectStatus("waiting");
  const first = new URL(page.url()).pathname;
  await page.keyboard.press("Escape");
  await bench.expectStatus("cancelled");
  await expect(bench.waits()).toContainText("This session was cancelled and will not continue.");
  await expect(bench.stopButton()).toHaveCount(0);

  await page.keyboard.press("j");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "turn");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "call");
  await page.keyboard.press("k");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "model");
  await bench.timeline().focus();
  await page.keyboard.press("ArrowDown");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "call");
  await page.keyboard.press("ArrowRight");
  await expect(bench.selectedRow()).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(bench.selectedRow()).toHaveAttribute("aria-expanded", "false");
  for (const [n, tab] of (["call", "decision", "attempts", "result", "model", "raw"] as const).entries()) {
    await page.keyboard.press(String(n + 1));
    await expect(bench.tab(tab)).toHaveAttribute("aria-selected", "true");
  }

  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).not.toHaveURL(new RegExp(first));
  const second = new URL(page.url()).pathname;
  await bench.expectStatus("waiting");
  await page.keyboard.press("[");
  await expect(page).toHaveURL(new RegExp(first));
  await page.keyboard.press("]");
  await expect(page).toHaveURL(new RegExp(second));

  await page.keyboard.press("Shift+?");
  await expect(bench.sheet()).toBeVisible();
  for (const words of ["Run", "Stop run", "Next row", "Older run", "Inspector tab", "Keyboard shortcuts"])
    await expect(bench.sheet()).toContainText(words);
  await page.keyboard.press("Escape");
  await expect(bench.sheet()).toHaveCount(0);
  await bench.expectStatus("waiting");
});

test("single keys are off while one types; run and stop are not", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Waiting for a person");
  await bench.message().click();
  await page.keyboard.press("End");
  await page.keyboard.type("jk1[?");
  await expect(bench.message()).toHaveValue("Refund order 4711, it arrived broken.jk1[?");
  await expect(bench.sheet()).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await bench.expectStatus("waiting");
  await page.keyboard.press("Escape");
  await bench.expectStatus("cancelled");

  const url = new URL(page.url()).pathname;
  await bench.focusEditor("Input schema");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).not.toHaveURL(new RegExp(url));
  await bench.expectStatus("waiting");
});

test("a run is stopped by the button, while a call is open", async ({ bench }) => {
  await bench.play("Waiting for a person", "waiting");
  await bench.stopButton().click();
  await bench.expectStatus("cancelled");
  await bench.row("approve_refund").expectStatus("voided");
  await expect(bench.row("cancelled").root).toBeVisible();
});

test("a message to the same run is its next turn", async ({ bench }) => {
  await bench.play("Weather tool");
  await bench.message().fill("And tomorrow?");
  await bench.sendButton().click();
  await expect(bench.row("Turn 2").root).toBeVisible();
  await expect(bench.row("Turn 2").text()).toHaveText("And tomorrow?");
});

test.describe("dark by the system", () => {
  test.use({ colorScheme: "dark" });
  test("light and dark follow the system until one is chosen, and the choice is kept", async ({
    bench,
    page,
  }) => {
    await bench.open();
    const dark = await bench.background();
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(bench.background).not.toBe(dark);
    const light = await bench.background();
    await bench.theme("Dark");
    await expect.poll(bench.background).toBe(dark);
    await page.reload();
    await expect(bench.workspaceName()).toBeVisible();
    expect(await bench.background()).toBe(dark);
    await bench.theme("System");
    await expect.poll(bench.background).toBe(light);
  });
});

for (const width of [1280, 1440]) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    test("the five tabs of a tool fit into its column", async ({ bench, page }) => {
      await bench.open();
      await bench.openSample("Weather tool");
      const tabs = page.getByRole("tablist", { name: "Tool" });
      await expect(tabs.getByRole("tab", { name: "Input schema" })).toBeVisible();
      expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    });
  });
}

test.describe("narrow", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("one column at a time, nothing sticks out, everything works", async ({ bench }) => {
    await bench.open();
    await bench.column("tools").click();
    await bench.openSample("Gallery of arguments");
    expect(await bench.overflow()).toBe(0);
    await bench.run();
    await expect(bench.column("run")).toHaveAttribute("aria-pressed", "true");
    await bench.expectStatus("interrupted");
    expect(await bench.overflow()).toBe(0);
    await bench.rowOf("call", 0).select();
    await expect(bench.column("inspector")).toHaveAttribute("aria-pressed", "true");
    await bench.expectMarks("arguments", ['"San Francisco"', '"October 2nd"', '"2"', '"class"']);
    for (const tab of ["decision", "attempts", "result", "model", "raw"] as const) {
      await bench.show(tab);
      expect(await bench.overflow()).toBe(0);
    }
    await bench.column("run").click();
    await expect(bench.rowOf("call", 0).root).toHaveAttribute("aria-selected", "true");
  });
});

test("a run is followed live, and one started elsewhere too", async ({ bench, page, browser, baseURL }) => {
  await bench.open();
  await bench.openSample("Waiting for a person");
  await bench.run();
  await expect(bench.rowOf("call", 0).root).toBeVisible();
  await bench.expectStatus("waiting");
  const other = await browser.newPage({ baseURL });
  await other.goto(page.url());
  await expect(other.getByTestId("session-status")).toHaveAttribute("data-status", "waiting");
  await bench.stopButton().click();
  await expect(other.getByTestId("session-status")).toHaveAttribute("data-status", "cancelled");
  await other.close();
});

test.describe("copying", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });
  test("what is copied is exact", async ({ bench }) => {
    await bench.play("Gallery of arguments", "interrupted");
    await bench.inspect(bench.rowOf("call", 1), "call");
    expect(await bench.copy("arguments")).toBe(
      '{"from": "SFO", "to": "HND", "date": "2026-10-02", "passengers": 2,}',
    );
    await bench.show("result");
    expect(await bench.copy("model-read")).toMatch(/^invalid tool arguments: /);
    await bench.show("raw");
    expect(JSON.parse(await bench.copy("raw"))[0]).toMatchObject({
      type: "tool.call.requested",
      name: "book_flight",
    });
  });
});

test("without a connection the page says so, keeps what is typed, and takes up again", async ({
  bench,
  context,
  faults,
}) => {
  await bench.play("Waiting for a person", "waiting");
  await context.setOffline(true);
  await bench.message().fill("Typed while the server was away");
  await bench.runButton().click();
  await expect(bench.disconnected()).toContainText("The Callscope server does not respond.");
  await bench.tryNow().click();
  await expect(bench.disconnected()).toBeVisible();
  await context.setOffline(false);
  await expect(bench.disconnected()).toHaveCount(0);
  await expect(bench.message()).toHaveValue("Typed while the server was away");
  await bench.stopButton().click();
  await bench.expectStatus("cancelled");
  expect(faults.splice(0).filter((fault) => !fault.includes("INTERNET_DISCONNECTED"))).toEqual([]);
});

test("a server that is killed is missed, and its session goes on when it is back", async ({
  bench,
  faults,
}) => {
  await withDataFolder(async (folder) => {
    const first = await startApp({ CALLSCOPE_DATA: folder });
    const { port } = new URL(first.url);
    await bench.open(first.url);
    await bench.openSample("Waiting for a person");
    await bench.run();
    await bench.expectStatus("waiting");
    await first.stop("SIGKILL");
    await expect(bench.reconnecting()).toContainText("Not live:");
    const second = await startApp({ CALLSCOPE_DATA: folder, PORT: port });
    await expect(bench.reconnecting()).toHaveCount(0, { timeout: 20_000 });
    await expect(bench.disconnected()).toHaveCount(0, { timeout: 20_000 });
    await bench.expectStatus("waiting");
    await bench.inspect(bench.row("choose_account"));
    await bench.typeAnswer("Text", "Store credit");
    await bench.answerSend().click();
    await bench.row("choose_account").expectStatus("completed");
    await second.stop();
    faults.length = 0;
  });
});
