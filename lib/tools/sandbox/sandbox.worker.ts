/** The thread side of the sandbox: one job at a time, each told as started, logged and done. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Job, ThreadMessage } from "./messages";
import { runJob } from "./run";

/** Less than the server's own: scripts that take all the time there is must not keep it from answering. */
const NICE = 10;

// On Linux this is the thread's own; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(0, NICE);

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.on("message", async (job: Job) => {
  tell({ type: "started" });
  const result = await runJob(job, (entry) => tell({ type: "log", entry }));
  tell({ type: "done", result });
});
