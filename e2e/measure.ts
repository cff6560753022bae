/** What the browser tells of itself: times of paints and frames, nodes, memory. */
import type { Page } from "@playwright/test";

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

/** The lower quartile of some rounds: what else the machine does only ever adds, so the quieter rounds tell what the page costs. */
export const quiet = (rounds: readonly number[]): number => quantile(rounds, 0.25);

/** Clicks and keys are answered within this time, in milliseconds. */
export const PROMPT_MS = 200;

/** The longest time in which the page answered nothing while `act` went on, in milliseconds. */
export async function longestStall(page: Page, act: () => Promise<void>): Promise<number> {
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

interface Opened {
  /** From the start of the navigation to the frame that draws the first rows, in milliseconds. */
  first: number;
  /** To the frame in which the whole run is there. */
  all: number;
  /** The longest time in which the page answered nothing, from the first rows on until all are there and a while on. */
  stall: number;
}

/** Opens an address and waits until the timeline has so many rows. The page must be new. */
export async function openMeasured(page: Page, address: string, rows: number): Promise<Opened> {
  await page.addInitScript(watchRows, rows);
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => Reflect.get(window, "rowWatch")?.over, null, { timeout: 60_000 });
  return page.evaluate(() => Reflect.get(window, "rowWatch"));
}

/** Runs in the page. */
function watchRows(rows: number): void {
  const watch = { first: 0, all: 0, stall: 0, over: false };
  Reflect.set(window, "rowWatch", watch);
  let last = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    if (watch.first > 0) watch.stall = Math.max(watch.stall, now - (last || now));
    last = watch.first > 0 ? now : 0;
    // The editors of the page load in this time, whatever the run.
    watch.over = watch.all > 0 && now - watch.first > 3_000;
    if (watch.over) clearInterval(timer);
  }, 5);
  const look = () => {
    const grid = document.querySelector('[data-testid="timeline-rows"]');
    if (watch.first === 0 && grid?.querySelector('[data-testid="row"]')) watch.first = performance.now();
    if (grid?.getAttribute("aria-rowcount") === String(rows)) watch.all = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Times between frames, in milliseconds, while the timeline is scrolled by `step` pixels in each, down to its end and back. */
export const scrollFrames = (page: Page, step: number, frames: number): Promise<number[]> =>
  page.evaluate(
    ([by = 0, count = 0]) =>
      new Promise<number[]>((resolve) => {
        const scroller = document.querySelector('[data-testid="timeline-rows"]')?.parentElement;
        if (!scroller) return resolve([]);
        const starts: number[] = [];
        let down = 1;
        const frame = (now: number) => {
          starts.push(now);
          const before = scroller.scrollTop;
          scroller.scrollTop += by * down;
          if (scroller.scrollTop === before) down = -down;
          if (starts.length <= count) requestAnimationFrame(frame);
          else resolve(starts.slice(1).map((start, i) => start - (starts[i] ?? start)));
        };
        requestAnimationFrame(frame);
      }),
    [step, frames],
  );

export interface Size {
  /** Megabytes of the page's heap after its garbage is gone. */
  heap: number;
  nodes: number;
}

export async function sizeOf(page: Page): Promise<Size> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { heap: usedSize / 1e6, nodes: await page.locator("*").count() };
}

/** From each key to the frame that answers it, painted, in milliseconds. */
export async function keyTimes(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, "keyTimes", times);
    const onKey = ({ timeStamp, key }: KeyboardEvent) => {
      // A modifier of its own is no stroke.
      if (key === "Control" || key === "Meta") return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          times.push(performance.now() - timeStamp);
        };
        port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", onKey, true);
  });
  for (const [i, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction((n) => Reflect.get(window, "keyTimes").length > n, i);
  }
  return page.evaluate(() => Reflect.get(window, "keyTimes"));
}
