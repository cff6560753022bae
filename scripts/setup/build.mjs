import { commandFile } from "./project.mjs";
import { runNode } from "./run.mjs";
import { forgetBuild, isBuilt, rememberBuild, sourcesDigest } from "./sources.mjs";

/** Builds the worker bundles and the app. Returns the exit code; packages must be installed. */
export async function build() {
  const digest = sourcesDigest();
  forgetBuild();
  const { buildWorkers } = await import("../build-workers.mjs");
  await buildWorkers();
  const code = await runNode(commandFile("next/dist/bin/next"), ["build"], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (code === 0) rememberBuild(digest);
  return code;
}

/** Builds if the sources differ from those of the existing build. */
export async function buildIfChanged() {
  if (isBuilt(sourcesDigest())) return { built: false, code: 0 };
  return { built: true, code: await build() };
}
