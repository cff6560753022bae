/** Readings in new processes, one after another and in turns, so that a busy moment affects every row alike. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";
import { buildWorkers } from "../build-workers.mjs";

const OUT = "dist/bench";

/** Bundles the code of the readings as the server's code is bundled. */
export async function buildReadings(): Promise<void> {
  await buildWorkers();
  await build({
    entryPoints: ["scripts/bench/reading.ts"],
    outdir: OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": process.cwd() },
    logLevel: "warning",
  });
}

export const READING_FILE = path.join(OUT, "reading.mjs");

function start(part: string, options: object) {
  const args = ["--expose-gc", READING_FILE, part, JSON.stringify(options)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Starts a reading that continues after it has written its line. */
export async function serving<T>(
  part: string,
  options: object,
): Promise<{ reading: T; pid: number; stop: () => void }> {
  const child = start(part, options);
  const [line] = await Promise.race([
    once(child.stdout.setEncoding("utf8"), "data"),
    once(child, "close").then(() =>
      Promise.reject(new Error(`The reading ${part} ended before it wrote a result.`)),
    ),
  ]);
  return { reading: JSON.parse(line) as T, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Runs one reading and returns what it wrote. Throws with its output if it fails. */
export async function read<T>(part: string, options: object): Promise<T> {
  const child = start(part, options);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error(`The reading ${part} ${JSON.stringify(options)} failed with exit code ${code}.`);
  return JSON.parse(text) as T;
}

/** Reads each row once in each round; returns the readings of each row in the order of `rows`. */
export async function interleaved<T>(
  rows: number,
  rounds: number,
  take: (row: number) => Promise<T>,
): Promise<T[][]> {
  const readings: T[][] = Array.from({ length: rows }, () => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [row, taken] of readings.entries()) taken.push(await take(row));
  }
  return readings;
}
