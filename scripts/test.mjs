// `npm test`: what must hold before a change is sent. `npm test -- --all`: everything. Stops after the first stage with a
// failure. A step whose inputs are unchanged since it passed on this machine is taken over, unless CI is set.
import { requireNode } from "./setup/node-version.mjs";

requireNode();
const { mkdtempSync, rmSync } = await import("node:fs");
const { availableParallelism, tmpdir } = await import("node:os");
const path = (await import("node:path")).default;
const { commandFile, enterProject } = await import("./setup/project.mjs");
const { ensureInstalled } = await import("./setup/install.mjs");
const { buildIfChanged } = await import("./setup/build.mjs");
const { INSTALL_BROWSER, findBrowser } = await import("./setup/browser.mjs");
const { NOTHING, add, closingLine, countsOf } = await import("./setup/counts.mjs");
const { READS, inputs } = await import("./setup/inputs.mjs");
const { passedSteps } = await import("./setup/passed.mjs");
const { collectNode, runNode } = await import("./setup/run.mjs");

const wrong = process.argv.slice(2).filter((arg) => arg !== "--all");
if (wrong.length > 0) {
  console.error(
    `npm test does not know ${wrong.join(" ")}. It takes --all, which adds the slow and measured tests.`,
  );
  process.exit(1);
}
const all = process.argv.includes("--all");

const next = commandFile("next/dist/bin/next");
const tsc = commandFile("typescript/bin/tsc");
const biome = commandFile("@biomejs/biome/bin/biome");
const knip = commandFile("knip/bin/knip.js");

/** A check by commands of Node, one after another until one fails. What they write is shown together at the end. */
const check = (title, ...commands) => ({
  title,
  kind: "check",
  reads: READS.everything,
  async run() {
    const shown = [];
    for (const [file, ...args] of commands) {
      const { code, output } = await collectNode(file, args);
      shown.push(output.trimEnd());
      if (code !== 0) return { code, output: shown.join("\n") };
    }
    return { code: 0, output: shown.join("\n") };
  },
});

/** A run of vitest; `args` choose the tests. */
const vitest = (title, ...args) => ({
  title,
  kind: "vitest",
  reads: READS.source,
  run: async (report) => ({
    code: await runNode(commandFile("vitest/vitest.mjs"), [
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ]),
  }),
});

/** A run of Playwright; `args` choose the tests. */
const playwright = (title, ...args) => ({
  title,
  kind: "playwright",
  reads: READS.app,
  async run(report) {
    const { chromium } = await import("playwright");
    const browser = findBrowser(process.env, chromium.executablePath());
    if (!browser) {
      console.error(`No Chromium or Chrome was found. This installs one: ${INSTALL_BROWSER}`);
      return { code: 1 };
    }
    const env = { ...process.env, CALLSCOPE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const command = [commandFile("@playwright/test/cli.js"), "test", "--reporter=list,json", ...args];
    return { code: await runNode(command[0], command.slice(1), { env }) };
  },
});

const build = {
  title: "Production build",
  kind: "check",
  // It keeps a stamp of its own: see setup/sources.mjs.
  reads: null,
  async run() {
    const { built, code } = await buildIfChanged();
    return { code, output: built ? "" : "The sources are unchanged since the last build." };
  },
};

const CHECKS = [
  check("Types", [next, "typegen"], [tsc, "--noEmit"]),
  check("Dead exports", [knip], [knip, "--production"]),
  check("Lint", [biome, "check", "."]),
  check("Import arrows", ["scripts/check-arrows.mjs"]),
  check("Citations", ["scripts/check-citations.mjs"]),
];
const UNIT = vitest("Unit and component tests", "--project=unit", "--project=components");
const SMOKE = playwright("End to end, smoke set", "--project=all", "--grep=@smoke");

const MORE = [
  [vitest("Slow tests", "--project=slow")],
  [playwright("End to end", "--project=all")],
  [vitest("Crash, abuse and limits", "--config=scripts/vitest-hard.config.ts")],
  [playwright("Measured in the page", "--project=measured", "--no-deps")],
];

/** Stages in their order; the steps of a stage run side by side. */
const STAGES = [CHECKS, [UNIT], [build], ...(all ? MORE : [[SMOKE]])];

enterProject();
Object.assign(process.env, { TZ: "UTC", LANG: "en_US.UTF-8" });
await ensureInstalled();
const folder = mkdtempSync(path.join(tmpdir(), "callscope-test-"));
const digestOf = inputs(process.env);
const passed = passedSteps(process.env);
let takenOver = NOTHING;

async function runStep(step) {
  const digest = step.reads && digestOf(step.reads);
  const before = digest && passed.find(step.title, digest);
  if (before) {
    console.log(`\n== ${step.title}: unchanged since ${before.at}: ${closingLine(before.counts)}`);
    takenOver = add(takenOver, before.counts);
    return before.counts;
  }
  if (step.kind !== "check") console.log(`\n== ${step.title}`);
  const started = performance.now();
  const report = path.join(folder, `${step.title}.json`);
  const { code, output } = await step
    .run(report)
    .catch((error) => ({ code: 1, output: String(error?.stack) }));
  const counts = countsOf({ kind: step.kind, code, report });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (step.kind === "check") console.log(`\n== ${step.title}${output ? `\n${output}` : ""}`);
  console.log(`-- ${step.title}: ${counts.failed === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  if (digest && counts.failed === 0) passed.add(step.title, { digest, at: new Date().toISOString(), counts });
  return counts;
}

/** As many steps of a stage at once as there are cores. */
async function runStage(steps) {
  const left = [...steps];
  let sum = NOTHING;
  const worker = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      const counts = await runStep(step);
      sum = add(sum, counts);
    }
  };
  await Promise.all(Array.from({ length: Math.min(steps.length, availableParallelism()) }, worker));
  return sum;
}

let sum = NOTHING;
for (const stage of STAGES) {
  if (sum.failed === 0) sum = add(sum, await runStage(stage));
}
rmSync(folder, { recursive: true, force: true });
if (takenOver.passed > 0)
  console.log(`\nTaken over from earlier runs with the same inputs: ${closingLine(takenOver)}.`);
console.log(`\n${closingLine(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
