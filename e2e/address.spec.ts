/** The address follows what is chosen, also in a burst, without asking more of the browser than it takes. */
import type { Page } from "@playwright/test";
import { workspaceOf } from "./prepared";
import { expect, test } from "./workbench";

const CALLS = 120;

/** Counts the changes of the address from now on. */
const countChanges = (page: Page) =>
  page.evaluate(() => {
    let changes = 0;
    const { replaceState, pushState } = window.history;
    window.history.replaceState = function (...args) {
      changes += 1;
      replaceState.apply(this, args);
    };
    window.history.pushState = function (...args) {
      changes += 1;
      pushState.apply(this, args);
    };
    Reflect.set(window, "addressChanges", () => changes);
  });

const changes = (page: Page) => page.evaluate(() => Number(Reflect.get(window, "addressChanges")()));

test("a key held down: the row is chosen at once, the address follows a few times and ends right", async ({
  bench,
  page,
}) => {
  const calls = Array.from({ length: CALLS }, (_, i) => ({ id: `c${i}`, name: "t", arguments: "{}" }));
  const workspace = { ...workspaceOf("Many calls", [{ name: "t" }]), script: [{ calls }, { text: "done" }] };
  const started = await page.request.post("/api/sessions", { data: { workspace, message: "go" } });
  const { id } = await started.json();
  await bench.open(`/sessions/${id}`);
  await bench.expectStatus("idle");
  await bench.timeline().focus();
  await page.keyboard.press("Home");
  await countChanges(page);
  const began = Date.now();
  for (let press = 0; press < 60; press++) await page.keyboard.press("j");
  const took = Date.now() - began;
  const chosen = await bench.selectedRow().getAttribute("data-row");
  expect(chosen).toBe("call:c58");
  await expect(page).toHaveURL(/row=call%3Ac58/);
  // The first, one in each stretch, the last; the framework writes each once more.
  expect(await changes(page)).toBeLessThanOrEqual(2 * (took / 700 + 2));

  // Leaving the page at once: the last choice is there after going back.
  for (let press = 0; press < 10; press++) await page.keyboard.press("j");
  await page.goto("about:blank");
  await page.goBack();
  await expect(bench.selectedRow()).toHaveAttribute("data-row", "call:c68");
});

test("a word typed into the search is one change of the address or two, and is all in it", async ({
  bench,
  page,
}) => {
  await bench.play("Weather tool");
  await bench.search().focus();
  await countChanges(page);
  await page.keyboard.type("san francisco");
  await expect(page).toHaveURL(/q=san\+francisco/);
  expect(await changes(page)).toBeLessThan(6);
});
