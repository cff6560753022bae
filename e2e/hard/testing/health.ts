/** How quickly the app answers GET /api/health while something else is running. */
import path from "node:path";
import { Worker } from "node:worker_threads";

export interface Health {
  /** Milliseconds. */
  median: number;
  p99: number;
  worst: number;
  answers: number;
  failures: string[];
}

const EVERY_MS = 10;

function summary(times: number[], failures: string[]): Health {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0, answers: sorted.length, failures };
}

/** Requests its health every 10 ms, from a separate thread, until `stop` is called. */
export function pollHealth(url: string): { stop: () => Promise<Health> } {
  const thread = new Worker(path.join(import.meta.dirname, "health-poller.mjs"), {
    workerData: { url, everyMs: EVERY_MS },
    execArgv: [],
  });
  const stop = () =>
    new Promise<Health>((resolve, reject) => {
      thread.once("error", reject);
      thread.once("message", ({ times, failures }) => {
        resolve(summary(times, failures));
        void thread.terminate();
      });
      thread.postMessage("stop");
    });
  return { stop };
}

/** "median 3 ms, p99 40 ms, worst 60 ms of 212 answers" */
export const healthWords = ({ median, p99, worst, answers }: Health): string =>
  `health: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms of ${answers} answers`;
