/** What is measured in the page: these run when nothing else does. */
import type { Page } from "@playwright/test";
import { openSession, workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

/** Clicks and keys are answered within this time, in milliseconds. */
const PROMPT_MS = 200;

/** The longest time in which the page answered nothing while `act` went on, in milliseconds. */
async function longestStall(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, last: performance.now(), timer: 0 };
    watch.timer = window.setInterval(() => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
    }, 5);
    Reflect.set(window, "stallWatch", watch);
  });
  await act();
  return page.evaluate(() => {
    const watch = Reflect.get(window, "stallWatch");
    clearInterval(watch.timer);
    return Number(watch.longest);
  });
}

test("C122 a result of some megabytes: its size, its beginning and a way to all of it", async ({
  bench,
  page,
}) => {
  const row = '{"id":1,"title":"some row title","body":"lorem ipsum dolor"},';
  const result = `{"rows":[${row.repeat(60_000)}{}]}`;
  await openSession(bench, workspaceOf("Large result", [{ name: "search", result }]));
  const stall = await longestStall(page, async () => {
    await bench.inspect(bench.rowOf("call", 0), "result");
    await expect(
      bench
        .inspector()
        .getByRole("button", { name: /Download \(3\.\d MB\)/ })
        .first(),
    ).toBeVisible();
  });
  console.log(
    `a result of ${result.length} characters: the page stood still for ${stall.toFixed(0)} ms at most`,
  );
  expect(stall).toBeLessThan(PROMPT_MS);
  expect(await page.locator("*").count()).toBeLessThan(5_000);
});

test("C203 one line of half a million characters", async ({ bench, page }) => {
  const raw = `{"s":"${"x".repeat(500_000)}"}`;
  const inputText = '{"type":"object","properties":{"s":{"type":"string"}}}';
  await openSession(bench, workspaceOf("A long line", [{ name: "t", inputText }], raw));
  const stall = await longestStall(page, async () => {
    await bench.inspect(bench.rowOf("call", 0), "call");
    await expect(bench.card("arguments")).toContainText("500.0 kB");
    await bench.show("result");
    await bench.show("call");
  });
  console.log(`a line of ${raw.length} characters: the page stood still for ${stall.toFixed(0)} ms at most`);
  expect(stall).toBeLessThan(PROMPT_MS);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  expect((await bench.copy("arguments")) === raw).toBe(true);
});
