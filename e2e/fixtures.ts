/**
 * `test` for all specs: each worker process has an app of its own with empty data, and a page that reports an error,
 * breaks the content security policy or fails to load something of its own fails its test.
 */
import { test as base, expect, type Page } from "@playwright/test";
import { type RunningApp, startApp, withDataFolder } from "./server";

interface TestFixtures {
  /** The errors in the page so far; a test that provokes an error on purpose removes it from the list. */
  faults: string[];
}

interface WorkerFixtures {
  /** Settings for the app, beside its data folder and port: `test.use({ environment: { … } })` in a file. */
  environment: Record<string, string>;
  app: RunningApp;
}

/** Collects the page's errors in `faults`. An aborted request is not an error: the page closed a stream or went on. */
async function watch(page: Page, url: string, faults: string[]): Promise<void> {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (request.url().startsWith(url) && reason !== "net::ERR_ABORTED")
      faults.push(`request: ${request.url()} ${reason}`);
  });
  await page.exposeFunction("reportPolicyViolation", (what: string) => faults.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report = Reflect.get(window, "reportPolicyViolation");
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { scope: "worker", option: true }],
  app: [
    async ({ environment }, use) => {
      await withDataFolder(async (folder) => {
        const app = await startApp({ CALLSCOPE_DATA: folder, ...environment });
        await use(app);
        await app.stop();
      });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  faults: [
    async ({ page, app }, use) => {
      const faults: string[] = [];
      await watch(page, app.url, faults);
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
