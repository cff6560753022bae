import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";
import { run, runNode } from "./run.mjs";

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
};

const fitsHere = (entry) =>
  (!entry.os || entry.os.includes(process.platform)) && (!entry.cpu || entry.cpu.includes(process.arch));

/**
 * Whether node_modules holds what the lock asks for: npm writes the list of what it installed as its last step, so a
 * broken-off installation has none. Optional packages may be absent; those of another platform mean a copied folder.
 */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  const missing = Object.entries(wanted).some(
    ([name, entry]) => name !== "" && !entry.optional && present[name]?.version !== entry.version,
  );
  const foreign = Object.entries(present).some(
    ([name, entry]) => wanted[name]?.version !== entry.version || !fitsHere(entry),
  );
  return !missing && !foreign;
}

/** npm as this process was started by it, else the one on the path (a command file on Windows, which needs a shell). */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own && path.basename(own).startsWith("npm-cli")) return runNode(own, args);
  return run("npm", args, { shell: process.platform === "win32" });
}

/** Installs the packages of the lock when they are missing or others; ends the process when that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing packages (npm ci) …");
  const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]).catch(
    (error) => {
      console.error(`npm could not be started: ${error.message}`);
      return 1;
    },
  );
  if (code === 0 && isInstalled()) return;
  console.error(
    "The packages could not be installed. Look at npm's message above; with a working connection, run the command again.",
  );
  process.exit(1);
}
