/** The fork tree: where a run comes from, which forks it has, and how to move between them. */
import type { Page } from "@playwright/test";
import { expect, test, type Workbench } from "./workbench";

const workspace = {
  callscope: 1,
  name: "Forks",
  message: "go",
  agent: {
    model: "scripted",
    tools: [{ name: "work", runner: { kind: "responses", rules: [{ then: { result: "first" } }] } }],
  },
  model: { kind: "scripted" },
  script: [{ calls: [{ id: "c1", name: "work", arguments: "{}" }] }, { text: "done" }],
  worker: { kind: "tools" },
};

/** Created through the API in a stored workspace, so that runs have numbers. */
async function startRun(page: Page): Promise<string> {
  const stored = await (await page.request.post("/api/workspaces", { data: workspace })).json();
  const started = await page.request.post("/api/sessions", { data: { workspace: stored.id, message: "go" } });
  const { id } = await started.json();
  await ended(page, id);
  return id;
}

const ended = (page: Page, id: string) =>
  expect.poll(async () => (await (await page.request.get(`/api/sessions/${id}`)).json()).running).toBe(false);

async function fork(page: Page, id: string, point: object): Promise<string> {
  const forked = await page.request.post(`/api/sessions/${id}/forks`, { data: { point } });
  expect(forked.status()).toBe(201);
  const { id: made } = await forked.json();
  await ended(page, made);
  return made;
}

/** Run 1, with the forks 2 and 3 (other outcomes); 4 repeats all of 2; 5 is a fork of 4 with another outcome. */
async function makeTree(page: Page) {
  const other = (result: string) => ({ at: "call", id: "c1", attempt: 0, outcome: { result } });
  const root = await startRun(page);
  const second = await fork(page, root, other("second"));
  const third = await fork(page, root, other("third"));
  const fourth = await fork(page, second, { at: "start" });
  const fifth = await fork(page, fourth, { at: "call", id: "c1", attempt: 0, outcome: { result: "fifth" } });
  return { root, second, third, fourth, fifth };
}

const at = (page: Page, id: string) => expect(page).toHaveURL(new RegExp(`/sessions/${id}`));
const nodes = (page: Page) => page.getByTestId("fork-node");
const lines = (page: Page): Promise<string[]> =>
  nodes(page).evaluateAll((all) =>
    all.map((node) => `${node.ariaLevel} ${node.querySelector("[title]")?.textContent}`),
  );

async function openAt(bench: Workbench, id: string): Promise<void> {
  await bench.open(`/sessions/${id}`);
  await bench.expectStatus("idle");
}

test("a tree of depth 3 is walked by keyboard, and any two of it compared", async ({ bench, page }) => {
  const { root, second, third, fourth, fifth } = await makeTree(page);
  await openAt(bench, fifth);
  const here = page.getByTestId("lineage-here");
  await expect(here).toHaveText("Run 5: work → fifth");
  await page.keyboard.press("t");
  await expect
    .poll(() => lines(page))
    .toEqual([
      "1 Run 1",
      "2 Run 2: work → second",
      "3 Run 4: run again",
      "4 Run 5: work → fifth",
      "2 Run 3: work → third",
    ]);
  await expect(nodes(page).nth(3)).toBeFocused();
  await expect(nodes(page).nth(3)).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await at(page, fourth);
  await expect(nodes(page).nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await at(page, second);
  await expect(bench.row("work").text()).toHaveText("second");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await at(page, root);
  await expect(here).toHaveText("Run 1 has 2 forks");
  await expect(bench.row("work").text()).toHaveText("first");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await page.getByTestId("fork-compare").press("Enter");
  await expect(bench.firstDifference()).toContainText("third");
  await expect(bench.firstDifference()).toContainText("fifth");
  await page.keyboard.press("Escape");
  await page.getByTestId("fork-compare").focus();
  await nodes(page).nth(4).click();
  await at(page, third);
  await page.keyboard.press("Escape");
  await expect(nodes(page)).toHaveCount(0);
  await page.keyboard.press("o");
  await at(page, root);
});

test("rows say which forks go back to them, with ways there", async ({ bench, page }) => {
  const { root, third } = await makeTree(page);
  await openAt(bench, root);
  const mark = bench.row("work").root.getByTestId("forks-here");
  await expect(mark).toHaveAccessibleName("2 forks from here");
  await expect(page.getByTestId("forks-here")).toHaveCount(1);
  await mark.press("Enter");
  await page.getByTestId("forks-here-item").filter({ hasText: "Run 3" }).click();
  await at(page, third);
});

test("the list of runs shows forks under what they were forked from", async ({ bench, page }) => {
  const { fourth } = await makeTree(page);
  await openAt(bench, fourth);
  await expect(page.getByTestId("runs-menu")).toHaveText("Run 4");
  await page.getByTestId("runs-menu").click();
  await expect(page.getByTestId("run-item")).toContainText([
    "Run 1",
    "Run 2: work → second",
    "Run 4: run again",
    "Run 5: work → fifth",
    "Run 3: work → third",
  ]);
});

test("what a run comes from may be gone: it is said, and what is left can be walked", async ({
  bench,
  page,
}) => {
  const { root, second } = await makeTree(page);
  // As if another data folder held only a part of the runs: the origin is missing from the response.
  await page.route("**/api/sessions/*/forks", async (route) => {
    const answer = await route.fetch();
    const family = await answer.json();
    const items = family.items.filter((one: { id: string }) => one.id !== root);
    await route.fulfill({ json: { ...family, items } });
  });
  await openAt(bench, second);
  await expect(page.getByTestId("lineage-gone")).toHaveText("a run that is no longer stored");
  await page.getByTestId("fork-tree-toggle").click();
  await expect(nodes(page).first()).toHaveText("The run they were forked from is no longer stored");
  await expect(nodes(page).first()).toHaveAttribute("aria-disabled", "true");
  await nodes(page).first().press("Enter");
  await at(page, second);
  await expect(nodes(page)).toHaveCount(5);
});
