import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

/** Names that no check and no test reads: version control, packages (the lock file stands for them), what is made. */
const LEFT_OUT = new Set([
  ".git",
  "node_modules",
  ".next",
  "dist",
  ".callscope",
  "test-results",
  "playwright-report",
]);

/** Files that a build or the compiler writes anew. */
const MADE = /\.tsbuildinfo$|^next-env\.d\.ts$/;

/** Settings that change what a test does. */
const SETTINGS = /^(FC|DIFFERENTIAL|CRASH|LOAD|CALLSCOPE)_/;

function* filesBelow(folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name) || MADE.test(entry.name)) continue;
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
  }
}

/** The digest of each file of the project. */
function digests() {
  const found = new Map();
  for (const file of filesBelow(""))
    found.set(
      file,
      createHash("sha256")
        .update(readFileSync(path.join(root, file)))
        .digest("hex"),
    );
  return found;
}

/**
 * Gives, for a test of a file's path, the digest of everything that passes it, by path and content, with this
 * version of Node and the settings of this shell.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {(reads: (file: string) => boolean) => string}
 */
export function inputs(env) {
  const files = digests();
  const settings = Object.entries(env).filter(([name]) => SETTINGS.test(name));
  const surroundings = JSON.stringify([process.version, process.platform, process.arch, settings.sort()]);
  return (reads) => {
    const hash = createHash("sha256").update(surroundings);
    for (const [file, digest] of files) if (reads(file)) hash.update(`${file}\0${digest}\n`);
    return hash.digest("hex");
  };
}

const isPage = (file) => file.endsWith(".md") || file.startsWith("docs/");
const isUnitTest = (file) => /\.(test|suite)\.tsx?$/.test(file);

/** What a step reads, as a test of a path. Too much only costs time; too little would pass what is broken. */
export const READS = {
  /** Checks read all files, documents too. */
  everything: () => true,
  /** Tests of the source. */
  source: (file) => !isPage(file) && !/^e2e\/[^/]*\.spec\.ts$/.test(file),
  /** Tests of the built app in a browser. */
  app: (file) => !isPage(file) && !isUnitTest(file) && !file.startsWith("e2e/hard/"),
};
