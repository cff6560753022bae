/** The way from a key in a schema to what is painted of ten thousand recorded calls. Measured when nothing else runs. */
import type { Browser, Page } from "@playwright/test";
import { recordWide, turnedBy, WIDE_CALLS, WIDE_LIMIT } from "./hard/testing/wide";
import { longestStall, median, quiet } from "./measure";
import { expect, test, Workbench } from "./workbench";

/** From the last key to the frame with the counts in it, in milliseconds. */
const IN_SIGHT_MS = 300;
/** Where the machine is slower, as much longer as the page with few calls takes. */
const TIMES_FEW = 3;
/** The page may stand still so long while one types, in milliseconds. */
const STILL_MS = 100;
const ROUNDS = 11;
const WARM = 3;
/** Between two keys, as a quick typist has it. */
const KEY_MS = 110;
const FEW_CALLS = 20;

const grouped = (n: number): string => n.toLocaleString("en-US");

/** A page with the schema in its editor, the cursor behind its last number. */
async function openTyping(browser: Browser, address: string, calls: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const bench = new Workbench(page);
  await page.goto(address);
  await expect(page.getByTestId("impact")).toContainText(
    `${grouped(calls)} recorded calls: every verdict stays`,
    { timeout: 30_000 },
  );
  await bench.focusEditor("Input schema");
  await page.keyboard.press("ControlOrMeta+End");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  return page;
}

/** Puts one number in the place of another, key by key, and waits until the strip says `words`. */
async function type(page: Page, { from, to, words }: { from: number; to: number; words: string }) {
  await page.evaluate((wanted) => {
    const watch = { key: 0, painted: 0 };
    Reflect.set(window, "impactWatch", watch);
    const noteKey = (event: KeyboardEvent) => {
      watch.key = event.timeStamp;
    };
    document.addEventListener("keydown", noteKey, true);
    const look = () => {
      const isThere = document.querySelector('[data-testid="impact"]')?.textContent?.includes(wanted);
      if (!isThere) return requestAnimationFrame(look);
      document.removeEventListener("keydown", noteKey, true);
      // The frame after the one that it is drawn in.
      return requestAnimationFrame(() => {
        watch.painted = performance.now();
      });
    };
    requestAnimationFrame(look);
  }, words);
  const stall = await longestStall(page, async () => {
    for (const _ of String(from)) await page.keyboard.press("Backspace", { delay: KEY_MS / 4 });
    await page.keyboard.type(String(to), { delay: KEY_MS });
    await page.waitForFunction(() => Reflect.get(window, "impactWatch").painted > 0, null, {
      timeout: 10_000,
    });
  });
  const ms = await page.evaluate(() => {
    const { key, painted } = Reflect.get(window, "impactWatch");
    return Number(painted - key);
  });
  return { ms, stall };
}

interface Measured {
  calls: number;
  page: Page;
  /** The numbers to be typed, each of which turns another number of calls. */
  typed: (round: number) => number;
  ms: number[];
  stall: number[];
}

/** Reads once; the first readings do not count, they warm what is warm while somebody works. */
async function read(of: Measured, round: number): Promise<void> {
  const { page, calls, typed, ms, stall } = of;
  await page.bringToFront();
  const from = round === -WARM ? WIDE_LIMIT : typed(round - 1);
  const to = typed(round);
  const reading = await type(page, { from, to, words: `${grouped(turnedBy(to, calls))} would turn invalid` });
  if (round < 0) return;
  ms.push(reading.ms);
  stall.push(reading.stall);
}

test("10,000 calls of a schema of 40 members: the counts are painted within 300 ms of the last key, and no key waits", async ({
  browser,
  app,
}) => {
  test.setTimeout(300_000);
  const many = await recordWide(app.url);
  const few = await recordWide(app.url, { sessions: 1, answers: 1 });
  const open = async (session: string, calls: number, typed: Measured["typed"]): Promise<Measured> => ({
    calls,
    page: await openTyping(browser, `${app.url}/sessions/${session}`, calls),
    typed,
    ms: [],
    stall: [],
  });
  // Of 20 calls each of these turns another number (10 would turn as many as 9), and so do those of 10,000.
  const small = await open(few.session, FEW_CALLS, (round) => 5 + round + (round > 4 ? 1 : 0));
  const big = await open(many.session, WIDE_CALLS, (round) => 5_001 + round * 37);
  for (let round = -WARM; round < ROUNDS; round++) {
    // In turns: a busy moment slows both.
    await read(small, round);
    await read(big, round);
  }
  for (const { calls, ms, stall } of [small, big])
    console.log(
      `${calls} calls: painted ${ms.map((one) => one.toFixed(0)).join(", ")} ms after the last key, ` +
        `median ${median(ms).toFixed(0)}; stood still for ${stall.map((one) => one.toFixed(0)).join(", ")} ms at most`,
    );
  expect(quiet(big.ms)).toBeLessThan(Math.max(IN_SIGHT_MS, quiet(small.ms) * TIMES_FEW));
  expect(quiet(big.stall)).toBeLessThan(Math.max(STILL_MS, quiet(small.stall) * 1.5));
  for (const { page } of [small, big]) await page.close();
});
