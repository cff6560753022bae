/** The cost of the app's process under load, measured from outside. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type RunningApp, startApp } from "../../server";

const MB = 1024 * 1024;
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Starts the app with what `keptMb` needs. */
export function startProbed(env: Record<string, string>): Promise<RunningApp> {
  const probe = pathToFileURL(path.join(import.meta.dirname, "memory-probe.mjs")).href;
  return startApp({ ...env, NODE_OPTIONS: `--import=${probe}` });
}

const pidOf = (app: RunningApp): number => app.process.pid ?? 0;

/** CPU time that all threads of the process have used, user and system, in milliseconds. */
export function cpuMs(app: RunningApp): number {
  const stat = readFileSync(`/proc/${pidOf(app)}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The number of files and connections that the process has open. */
export const openFiles = (app: RunningApp): number => readdirSync(`/proc/${pidOf(app)}/fd`).length;

/** Resident memory, in MB. */
export function rssMb(app: RunningApp): number {
  const status = readFileSync(`/proc/${pidOf(app)}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Watches resident memory; `stop` returns the highest value, in MB. */
export function watchRss(app: RunningApp): { stop: () => number } {
  let peak = rssMb(app);
  const timer = setInterval(() => {
    peak = Math.max(peak, rssMb(app));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(peak, rssMb(app));
    },
  };
}

/** The memory of the main thread after garbage collection (heap and buffers), in MB with one decimal. */
export async function keptMb(app: RunningApp): Promise<number> {
  const answers = () => [...app.output().matchAll(/^memory-probe (\d+)$/gm)];
  const before = answers().length;
  app.process.kill("SIGUSR2");
  for (;;) {
    const newest = answers()[before];
    if (newest) return Math.round((Number(newest[1]) / MB) * 10) / 10;
    await sleep(20);
  }
}
