// Bundles the code that runs in worker threads (schema checks, the script sandbox) into plain modules under
// dist/workers. Next's bundler rewrites `new Worker(...)`, so they are built separately and opened by path.
import { existsSync } from "node:fs";
import { build } from "esbuild";

const entries = ["lib/schema/threads/check.worker.ts", "lib/tools/sandbox/sandbox.worker.ts"].filter((file) =>
  existsSync(file),
);

export async function buildWorkers() {
  await build({
    entryPoints: entries,
    outdir: "dist/workers",
    outExtension: { ".js": ".mjs" },
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": process.cwd() },
    logLevel: "warning",
  });
}

if (import.meta.url === `file://${process.argv[1]}`) await buildWorkers();
