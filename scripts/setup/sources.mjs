import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

/** Everything that a build depends on. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "scripts/build.mjs",
  "scripts/build-workers.mjs",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const STAMP = path.join(root, ".next", "callscope-sources");
const isTest = (name) => /\.(test|suite)\.tsx?$/.test(name);
const isPage = (name) => name.endsWith(".md");

function* filesOf(file) {
  const full = path.join(root, file);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    yield file;
    return;
  }
  for (const name of readdirSync(full).sort())
    if (!isTest(name) && !isPage(name)) yield* filesOf(`${file}/${name}`);
}

/** A digest of the contents of all sources, so that going back to a built state needs no build. */
export function sourcesDigest() {
  const hash = createHash("sha256").update(process.version);
  for (const source of SOURCES) {
    for (const file of filesOf(source)) {
      const content = readFileSync(path.join(root, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/** Whether the existing build was made from these sources. */
export function isBuilt(digest) {
  const complete =
    existsSync(path.join(root, ".next", "BUILD_ID")) && existsSync(path.join(root, "dist", "workers"));
  return complete && existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest;
}

/** Removed before a build and written after it, so that an interrupted build does not count. */
export function forgetBuild() {
  rmSync(STAMP, { force: true });
}

export function rememberBuild(digest) {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, digest);
}
