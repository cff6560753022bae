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
 * Whether node_modules holds what the lock file asks for. npm writes the list of installed packages as its last step,
 * so an interrupted installation has none. Optional packages may be absent; those of another platform mean that the
 * folder was copied.
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

/** The npm that started this process, or else the one on the path (a command file on Windows, which needs a shell). */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own && path.basename(own).startsWith("npm-cli")) return runNode(own, args);
  return run("npm", args, { shell: process.platform === "win32" });
}

/** Installs the packages of the lock file if they are missing or differ; ends the process if that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing packages (npm ci) …");
  const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]).catch(
    (error) => {
      console.error(
        `npm could not be started: ${error.message}. Install Node.js with npm and run the command again.`,
      );
      return 1;
    },
  );
  if (code === 0 && isInstalled()) return;
  console.error(
    "The packages could not be installed; npm's message is above. Check the network connection and run the command again.",
  );
  process.exit(1);
}
