import { existsSync } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const WINDOWS = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];

/** The command that installs a browser if none is found. */
export const INSTALL_BROWSER = "npx playwright install chromium";

function onPath(env) {
  if (process.platform === "win32") return [];
  const folders = (env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

function inSystem(env) {
  if (process.platform === "darwin") return MAC;
  if (process.platform !== "win32") return [];
  const bases = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
  return WINDOWS.flatMap((file) => bases.map((base) => path.join(base, file)));
}

/**
 * The Chromium to test in: CALLSCOPE_BROWSER, else one on the path, else an installed Chrome, else Playwright's own
 * (`own`: where that would be). Null when there is none.
 *
 * @param {Record<string, string | undefined>} env
 * @param {string} own
 * @returns {string | null}
 */
export function findBrowser(env, own) {
  if (env.CALLSCOPE_BROWSER) return existsSync(env.CALLSCOPE_BROWSER) ? env.CALLSCOPE_BROWSER : null;
  return [...onPath(env), ...inSystem(env), own].find((file) => existsSync(file)) ?? null;
}
