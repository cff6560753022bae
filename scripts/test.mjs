// `npm test`: everything that must hold, in order; stops at the first step that fails.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { mkdtempSync, rmSync } = await import("node:fs");
const { tmpdir } = await import("node:os");
const path = (await import("node:path")).default;
const { commandFile, enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { buildIfChanged } = await import("./setup/build.mjs");
const { INSTALL_BROWSER, findBrowser } = await import("./setup/browser.mjs");
const { add, closingLine, countsOf } = await import("./setup/counts.mjs");
const { runNode } = await import("./setup/run.mjs");

/** Runs commands one after another and gives the first exit code that is not 0. */
async function each(...commands) {
  for (const [file, ...args] of commands) {
    const code = await runNode(file, args);
    if (code !== 0) return code;
  }
  return 0;
}

async function buildStep() {
  const { built, code } = await buildIfChanged();
  if (!built) console.log("Nothing changed since the last build.");
  return code;
}

async function e2eStep(report) {
  const { chromium } = await import("playwright");
  const browser = findBrowser(process.env, chromium.executablePath());
  if (!browser) {
    console.error(`No Chromium or Chrome was found. This installs one: ${INSTALL_BROWSER}`);
    return 1;
  }
  return runNode(commandFile("@playwright/test/cli.js"), ["test", "--reporter=list,json"], {
    env: { ...process.env, CALLSCOPE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
}

const next = commandFile("next/dist/bin/next");

/** One run of vitest; `config` is the file that says which tests. */
const vitest = (report, config) =>
  runNode(commandFile("vitest/vitest.mjs"), [
    "run",
    `--config=${config}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);

const STEPS = [
  {
    title: "Types",
    kind: "check",
    run: () => each([next, "typegen"], [commandFile("typescript/bin/tsc"), "--noEmit"]),
  },
  { title: "Lint", kind: "check", run: () => each([commandFile("@biomejs/biome/bin/biome"), "check", "."]) },
  { title: "Import arrows", kind: "check", run: () => each(["scripts/check-arrows.mjs"]) },
  { title: "Citations", kind: "check", run: () => each(["scripts/check-citations.mjs"]) },
  {
    title: "Dead exports",
    kind: "check",
    run: () => each([commandFile("knip/bin/knip.js")], [commandFile("knip/bin/knip.js"), "--production"]),
  },
  {
    title: "Unit and contract tests",
    kind: "vitest",
    run: (report) => vitest(report, "vitest.config.ts"),
  },
  { title: "Production build", kind: "check", run: buildStep },
  {
    title: "Crash, load and abuse",
    kind: "vitest",
    run: (report) => vitest(report, "scripts/vitest-hard.config.ts"),
  },
  { title: "End to end", kind: "playwright", run: e2eStep },
];

async function runStep(step, folder) {
  console.log(`\n== ${step.title}`);
  const started = performance.now();
  const report = path.join(folder, `${step.kind}.json`);
  const code = await step.run(report).catch((error) => {
    console.error(error);
    return 1;
  });
  const counts = countsOf({ kind: step.kind, code, report });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`-- ${step.title}: ${counts.failed === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  return counts;
}

enterProject();
Object.assign(process.env, { TZ: "UTC", LANG: "en_US.UTF-8" });
await ensureInstalled();
const folder = mkdtempSync(path.join(tmpdir(), "callscope-test-"));
let sum = { passed: 0, failed: 0, skipped: 0 };
for (const step of STEPS) {
  if (sum.failed === 0) sum = add(sum, await runStep(step, folder));
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${closingLine(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
