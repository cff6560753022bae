import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromium } from "playwright";
import { findBrowser, INSTALL_BROWSER } from "./scripts/setup/browser.mjs";

const executablePath = findBrowser(process.env, chromium.executablePath());
if (!executablePath)
  throw new Error(`No Chromium or Chrome was found. This installs one: ${INSTALL_BROWSER}`);

/** An app and a browser want two cores: beside another pair on the same ones, what is timed goes wrong now and then. */
const workers = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

const isRoot = process.getuid?.() === 0;

/** Each worker process starts the built app for itself: see e2e/fixtures.ts. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  timeout: 60_000,
  projects: [
    { name: "all", testIgnore: "*measured.spec.ts" },
    // What is measured waits until nothing else runs.
    { name: "measured", testMatch: "*measured.spec.ts", dependencies: ["all"], workers: 1 },
  ],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    trace: "off",
    launchOptions: {
      executablePath,
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
});
