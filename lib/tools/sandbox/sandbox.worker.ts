/** The thread side of the sandbox: it runs one job at a time and forwards log entries immediately. */
import { setPriority } from "node:os";
import type { LogEntry } from "@/lib/engine/log/facts";
import { serve } from "@/lib/util/threads/serve";
import type { Job, SandboxResult } from "./messages";
import { runJob } from "./run";

/** A lower priority than the server's, so that busy scripts do not keep the server from answering. */
const NICE = 10;

// On Linux this changes only the thread; elsewhere it would change the whole process.
if (process.platform === "linux") setPriority(0, NICE);

serve<Job, SandboxResult, LogEntry>((job, { onPhase, onNote }) => {
  onPhase(0);
  return runJob(job, onNote);
});
