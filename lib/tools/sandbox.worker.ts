/** The thread side of the sandbox: one job at a time, each told as started, logged and done. */
import { parentPort } from "node:worker_threads";
import type { Job, ThreadMessage } from "./sandbox-messages";
import { runJob } from "./sandbox-run";

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.on("message", async (job: Job) => {
  tell({ type: "started" });
  const result = await runJob(job, (entry) => tell({ type: "log", entry }));
  tell({ type: "done", result });
});
