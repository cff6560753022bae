/**
 * A run of some hundred rows: filters, folds, zoom, overview, what it waits for, and announcements for screen
 * readers.
 */
import type { Page } from "@playwright/test";
import { rowsIn, runOf } from "./big-run";
import { openSession, workspaceOf } from "./prepared";
import { expect, test, type Workbench } from "./workbench";

const SIZE = { turns: 3, answers: 12, calls: 4 };
const ROWS = rowsIn(SIZE);

const rowCount = (page: Page) => page.getByTestId("timeline-rows").getAttribute("aria-rowcount");
const expectRows = (page: Page, n: number) => expect.poll(() => rowCount(page)).toBe(String(n));
const overview = (page: Page) => page.getByTestId("overview-window");
const zoomIn = (page: Page) => new URL(page.url()).searchParams.get("at");

async function openRun(bench: Workbench): Promise<void> {
  const id = await runOf(bench.page.request, SIZE);
  await bench.open(`/sessions/${id}`);
  await bench.expectStatus("idle");
  await expectRows(bench.page, ROWS);
}

/** Drags over a part of an element, from one position to another between 0 and 1. */
async function draw(page: Page, id: string, [from, to]: [number, number]): Promise<void> {
  const box = await page.getByTestId(id).boundingBox();
  if (!box) throw new Error(`${id} is not on the page`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 5 });
  await page.mouse.up();
}

const option = (page: Page, name: string | RegExp) => page.getByRole("menuitemcheckbox", { name });

test("filters combine, count what they would leave, and stand in the address", async ({ bench, page }) => {
  await openRun(bench);
  await page.getByTestId("filter-menu").click();
  // Of 144 calls, 48 each are … the fourth of an answer is forecast again; 4 are wrong: the 29th, 58th, 87th, 116th.
  await expect(option(page, /^Only problems/)).toHaveText("Only problems4");
  await expect(option(page, /^forecast/)).toHaveText("forecast72");
  await option(page, /^Only problems/).click();
  await expect(option(page, /^Invalid/)).toHaveText("Invalid4");
  await expect(option(page, /^Valid/)).toHaveText("Valid0");
  await option(page, /^forecast/).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/show=problems&tool=forecast/);
  const kinds = async () => (await bench.outline()).filter((row) => row.startsWith("call"));
  // The 29th and the 116th call are forecasts.
  await expect.poll(kinds).toEqual(["call forecast", "call forecast"]);

  await page.reload();
  await expect.poll(kinds).toEqual(["call forecast", "call forecast"]);
  await page.getByTestId("filter-chosen").click();
  await expect.poll(async () => (await kinds()).length).toBe(4);
  await page.goBack();
  await expect.poll(kinds).toEqual(["call forecast", "call forecast"]);
  await bench.filter("all").click();
  await expectRows(page, ROWS);
  await expect(page).not.toHaveURL(/show=|tool=/);
});

test("an address of before still opens its filter", async ({ bench, page }) => {
  await openRun(bench);
  await page.goto(`${new URL(page.url()).pathname}?show=problems`);
  await expect(bench.filter("problems")).toHaveAttribute("aria-pressed", "true");
  await expect(bench.rowsOf("call")).toHaveCount(4);
});

test("turns fold and unfold, one by its keys and all at once", async ({ bench, page }) => {
  await openRun(bench);
  await page.keyboard.press("z");
  await expect.poll(bench.outline).toEqual(["turn Turn 1", "turn Turn 2", "turn Turn 3"]);
  const first = bench.rowOf("turn", 0);
  await expect(first.root).toHaveAttribute("aria-expanded", "false");
  await expect(first.root.getByTestId("chip-calls")).toHaveText("48 calls");
  await expect(first.root.getByTestId("chip-problems")).toHaveText("1 problem");

  await bench.timeline().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expectRows(page, 3 + (ROWS - 3) / 3);
  // Left goes to the model call, folds it, goes to the turn, and folds that.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "call");
  await expect(bench.selectedRow()).toHaveAttribute("aria-level", "3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(bench.selectedRow()).toHaveAttribute("data-kind", "turn");
  await page.keyboard.press("ArrowLeft");
  await expectRows(page, 3);
  await page.getByTestId("fold-turns").click();
  // The calls of the model call that was folded by hand stay folded.
  await expectRows(page, ROWS - SIZE.calls);
});

test("a stretch drawn on the overview is shown, moved by keys, and given back", async ({ bench, page }) => {
  await openRun(bench);
  await draw(page, "overview-strip", [0.5, 0.98]);
  await expect.poll(() => zoomIn(page)).toMatch(/^\d+-\d+$/);
  const drawn = zoomIn(page);
  const middle = async () => Number(await overview(page).getAttribute("aria-valuenow"));
  await expect.poll(middle).toBeGreaterThan(69);
  expect(await middle()).toBeLessThan(79);
  await expect(overview(page)).toHaveAttribute("aria-valuetext", /s to [\d.]+ s of /);
  // The first visible rows began in it.
  await expect(page.getByTestId("row-text").first()).toBeVisible();

  await overview(page).focus();
  await page.keyboard.press("Home");
  await expect.poll(middle).toBeLessThan(30);
  await expect.poll(() => zoomIn(page)).toMatch(/^0-/);
  await page.keyboard.press("End");
  await expect.poll(middle).toBeGreaterThan(70);

  await page.keyboard.press("0");
  await expect.poll(() => zoomIn(page)).toBeNull();
  await page.keyboard.press("+");
  await expect.poll(() => zoomIn(page)).not.toBeNull();
  await page.keyboard.press("a");
  await page.keyboard.press("-");
  await page.getByTestId("zoom-reset").click();
  await expect.poll(() => zoomIn(page)).toBeNull();

  await draw(page, "ruler", [0.2, 0.5]);
  await expect.poll(() => zoomIn(page)).not.toBeNull();
  expect(zoomIn(page)).not.toBe(drawn);
  await page.goBack();
  await expect.poll(() => zoomIn(page)).toBeNull();
});

test("rows outside of what is shown say where they are", async ({ bench, page }) => {
  await openRun(bench);
  await page.goto(`${new URL(page.url()).pathname}?at=0-10`);
  await expect(page.getByTestId("row-outside").first()).toHaveText("later ›");
});

test("an idle stretch is folded with its words, and unfolded on demand", async ({ bench, page }) => {
  const rules = [
    { when: { attempt: 0 }, then: { error: { message: "503", retryable: true } } },
    { then: { result: "ok" } },
  ];
  const workspace = workspaceOf("Backoff", [{ name: "slow" }]);
  const [tool] = workspace.agent.tools;
  const retry = { max_attempts: 2, backoff_base_secs: 2, backoff_max_secs: 2 };
  const tools = [{ ...tool, retry, runner: { kind: "responses", rules } }];
  await openSession(bench, { ...workspace, agent: { ...workspace.agent, tools } });
  const fold = page.getByTestId("fold").first();
  await expect(fold).toHaveAttribute("aria-label", /^idle [\d.]+ s: unfold$/);
  const before = await page.getByTestId("fold").count();
  await fold.click();
  await expect(page.getByTestId("unfolded")).toHaveCount(1);
  await expect(page.getByTestId("fold")).toHaveCount(before - 1);
  await page.getByTestId("unfolded").click();
  await expect(page.getByTestId("fold")).toHaveCount(before);
});

test("what holds a thing up stands in its row and over the inspector", async ({ bench, page }) => {
  await bench.play("Waiting for a person", "waiting");
  await bench.inspect(bench.row("approve_refund"));
  await expect(page.getByTestId("head-wait")).toHaveText("Waits for a person");
  await bench.openSample("Retries and timeouts");
  await bench.run();
  await expect(page.getByText(/backoff, next attempt in \d+\.\d s/).first()).toBeVisible();
  await bench.expectStatus("idle", 30_000);
  await expect(page.getByText(/backoff, next attempt/)).toHaveCount(0);
});

test("a live run is told politely, all together, by what is new in it", async ({ bench, page }) => {
  await bench.open();
  await bench.openSample("Retries and timeouts");
  await bench.run();
  const region = page.getByTestId("announcement");
  await expect(region).toHaveAttribute("aria-live", "polite");
  await expect(region).toHaveText(/new call|problem|Session/, { timeout: 15_000 });
  await bench.expectStatus("idle", 30_000);
  await expect(region).toHaveText(/Session idle/, { timeout: 15_000 });
});

test.describe("reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing is put off: a list that has grown is as high at once", async ({ bench, page }) => {
    await openRun(bench);
    const height = await page.evaluate(() => {
      const box = document.createElement("div");
      document.body.append(box);
      box.style.height = "10px";
      box.getBoundingClientRect();
      box.style.height = "500px";
      const { height } = box.getBoundingClientRect();
      box.remove();
      return height;
    });
    expect(height).toBe(500);
    await expect(bench.rowOf("model").root.first()).toBeVisible();
    await expect(page.getByTestId("jump-latest")).toHaveCount(0);
  });
});

test("rows are a treegrid with levels and names", async ({ bench, page }) => {
  await openRun(bench);
  await page.keyboard.press("z");
  await page.getByTestId("timeline-rows").focus();
  await page.keyboard.press("Home");
  await expect(page.getByRole("treegrid", { name: "Timeline" })).toMatchAriaSnapshot(`
    - treegrid "Timeline":
      - row /Turn 1/ [level=1] [selected]
      - row /Turn 2/ [level=1]
      - row /Turn 3/ [level=1]
  `);
});
