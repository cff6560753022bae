import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "./browser.mjs";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "callscope-browser-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(...at: string[]): string {
  const file = path.join(folder, ...at);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  chmodSync(file, 0o755);
  return file;
}

const NOWHERE = path.join(path.sep, "nowhere", "browser");

test("takes the one that is named, or none when that is missing", () => {
  const named = program("named", "my-chrome");
  expect(findBrowser({ CALLSCOPE_BROWSER: named }, NOWHERE)).toBe(named);
  expect(findBrowser({ CALLSCOPE_BROWSER: NOWHERE }, named)).toBeNull();
});

describe.runIf(process.platform === "linux")("on Linux", () => {
  test("prefers Chromium on the path to Chrome, and either to Playwright's own", () => {
    const chrome = program("a", "google-chrome");
    const own = program("own", "chrome");
    const a = path.join(folder, "a");
    const b = path.join(folder, "b");
    expect(findBrowser({ PATH: a }, own)).toBe(chrome);
    const chromium = program("b", "chromium");
    expect(findBrowser({ PATH: [a, b].join(path.delimiter) }, own)).toBe(chromium);
    expect(findBrowser({ PATH: "" }, own)).toBe(own);
  });

  test("finds none where there is none", () => {
    expect(findBrowser({ PATH: path.join(folder, "empty") }, NOWHERE)).toBeNull();
    expect(findBrowser({}, NOWHERE)).toBeNull();
  });
});
