/** Several programs on one file, one of them killed. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { openSqlStore } from "./sql-store";

const folder = mkdtempSync(path.join(tmpdir(), "callscope-store-"));
let files = 0;
const newFile = () => path.join(folder, `${files++}`, "callscope.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the appending program; resolves with the last number it printed once it has ended. */
function appender(args: string[], onNumber?: (seq: number, kill: () => void) => void): Promise<number> {
  const program = fileURLToPath(new URL("./fixtures/append-until-killed.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    last = Number(line);
    onNumber?.(last, () => child.kill("SIGKILL"));
  });
  return new Promise((resolve) => child.on("close", () => resolve(last)));
}

/** The numbers of a log, and whether they run from 1 without a gap. */
async function wholeLog(file: string, id: string): Promise<{ length: number; contiguous: boolean }> {
  const store = await openSqlStore({ path: file });
  const log = await store.sessions.read(id, { after: 0, limit: 1_000_000 });
  const newest = (await store.sessions.summary(id))?.seq;
  await store.close();
  const contiguous = log.every((fact, index) => fact.seq === index + 1) && newest === log.length;
  return { length: log.length, contiguous };
}

describe("several programs on one file", () => {
  test("leaves a log without gaps when it is killed while it appends", async () => {
    const file = newFile();
    for (const enough of [40, 200, 900]) {
      const acknowledged = await appender([file, "s1"], (seq, kill) => {
        if (seq >= enough) kill();
      });
      const log = await wholeLog(file, "s1");
      expect(log.contiguous).toBe(true);
      expect(log.length).toBeGreaterThanOrEqual(acknowledged);
    }
  });

  test("keeps two programs that write the same session apart, and opens for both at once", async () => {
    const file = newFile();
    const ends = await Promise.all([appender([file, "s1", "4000"]), appender([file, "s1", "4000"])]);
    const log = await wholeLog(file, "s1");
    expect(log.contiguous).toBe(true);
    expect(log.length).toBeGreaterThanOrEqual(8000);
    expect(log.length).toBe(Math.max(...ends));
  });
});
