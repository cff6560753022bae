/** The thread side of the sandbox: one job at a time; what the script logs goes out as it comes. */
import { setPriority } from "node:os";
import type { LogEntry } from "@/lib/engine/log/facts";
import { serve } from "@/lib/util/threads/serve";
import type { Job, SandboxResult } from "./messages";
import { runJob } from "./run";

/** Less than the server's own: scripts that take all the time there is must not keep it from answering. */
const NICE = 10;

// On Linux this is the thread's own; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(0, NICE);

serve<Job, SandboxResult, LogEntry>((job, { onNote }) => runJob(job, onNote));
