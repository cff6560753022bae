/** Where the time of a loop goes: the sampled self time of each function and file, from V8's profiler. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { inFolder } from "./folder";
import type { LoopOptions, LoopReading } from "./loop-reading";
import { READING_FILE, read } from "./rounds";
import { callsOf, type Shape, shapeName } from "./shapes";
import type { LoopRow } from "./subjects";
import { digits, table } from "./table";

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const SHAPE: Shape = { tool: "tiny", turns: 10, calls: 1 };
const ROWS: LoopRow[] = ["engine", "durable"];
const TOP = 40;

/** The source file of each line of the bundle: the bundler names it above each module. */
function sourceLines(): string[] {
  let source = "";
  return readFileSync(READING_FILE, "utf8")
    .split("\n")
    .map((line) => {
      const named = /^\/\/ (\S+\.(?:ts|mjs|js))$/.exec(line);
      source = named?.[1] ?? source;
      return source;
    });
}

function placeOf({ url, lineNumber }: { url: string; lineNumber: number }, sources: string[]): string {
  if (url.endsWith(path.basename(READING_FILE))) return sources[lineNumber] ?? "?";
  const [, inModules] = /node_modules\/(.*)$/.exec(url) ?? [];
  return inModules ?? (url === "" ? "(native)" : url);
}

/** Microseconds by `key` of the innermost function of each sample, the most first. */
function selfTimes(profile: Profile, key: (node: Profile["nodes"][number]) => string): [string, number][] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, number>();
  for (const [at, id] of profile.samples.entries()) {
    const node = nodes.get(id);
    if (!node || node.callFrame.functionName === "(idle)") continue;
    const name = key(node);
    sums.set(name, (sums.get(name) ?? 0) + (profile.timeDeltas[at] ?? 0));
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function print(what: string, sums: [string, number][], calls: number): void {
  const total = sums.reduce((sum, [, micros]) => sum + micros, 0);
  const rows = sums
    .slice(0, TOP)
    .map(([name, micros]) => [name, digits(micros / calls), `${((100 * micros) / total).toFixed(1)} %`]);
  console.log(`\n${table([what, "self µs a call", "share"], rows)}`);
}

/** Samples the main thread over many sessions of a warm process. */
export async function profile(): Promise<void> {
  const sources = sourceLines();
  for (const row of ROWS) {
    const options: LoopOptions = { row, shape: SHAPE, sessions: 1_000, warm: 100 };
    const sampled = await inFolder(async (folder) => {
      const file = path.join(folder, "bench.cpuprofile");
      await read<LoopReading>("loop", { ...options, profile: file });
      return JSON.parse(readFileSync(file, "utf8")) as Profile;
    });
    const calls = options.sessions * callsOf(SHAPE);
    console.log(`\n### Profile of ${row}, ${shapeName(SHAPE)}, ${options.sessions} sessions, main thread`);
    print(
      "file",
      selfTimes(sampled, ({ callFrame }) => placeOf(callFrame, sources)),
      calls,
    );
    const functionOf = ({ callFrame }: Profile["nodes"][number]) =>
      `${callFrame.functionName || "(anonymous)"} ${placeOf(callFrame, sources)}`;
    print("function", selfTimes(sampled, functionOf), calls);
  }
}
