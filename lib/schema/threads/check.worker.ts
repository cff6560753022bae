/** The thread that checks: takes jobs by the batch, says what it is at, and answers. */
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { generateNow } from "@/lib/schema/generate/generate";
import { checkNow, type Phase } from "@/lib/schema/verdict/check";
import { declareNow } from "@/lib/schema/verdict/declare";
import { recheckNow } from "@/lib/schema/verdict/recheck";
import { Progress } from "./progress";
import type { FromWorker, Job, Outcome, Task, WorkerSetup } from "./worker-messages";

/** Answers are gathered for at most this long, in milliseconds. */
const GATHER = 2;

// The engine would keep the code of every schema for a while after our own cache has let go of it: 40 kB each.
setFlagsFromString("--no-compilation-cache");

const setup: WorkerSetup = workerData;
const progress = new Progress(setup.progress);
const { limits } = setup;

function answer(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function run(task: Task, onPhase: (phase: Phase) => void): Outcome {
  switch (task.kind) {
    case "check": {
      const verdict = checkNow(task.request, { limits, onPhase });
      if (!("value" in verdict)) return { kind: "verdict", verdict };
      const { value: _, ...recorded } = verdict;
      return { kind: "verdict", verdict: recorded };
    }
    case "declare":
      return { kind: "declaration", declaration: declareNow(task.request, { limits, onPhase }) };
    case "recheck":
      return { kind: "statuses", statuses: recheckNow(task.request, { limits, onPhase }) };
    case "generate":
      return { kind: "generated", generated: generateNow(task.request, task.slice, { limits, onPhase }) };
  }
}

function runSafely({ id, task }: Job): Outcome {
  try {
    return run(task, (phase) => progress.begin(id, phase));
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (jobs: Job[]) => {
  let answers: { id: number; outcome: Outcome }[] = [];
  let last = performance.now();
  for (const job of jobs) {
    answers.push({ id: job.id, outcome: runSafely(job) });
    if (progress.endsAfter(job.id)) break;
    if (performance.now() - last < GATHER) continue;
    answer({ answers });
    answers = [];
    last = performance.now();
  }
  progress.rest();
  if (answers.length > 0) answer({ answers });
});

// The first compile loads and heats what all later ones use.
const SAMPLE = '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}';
checkNow({
  key: "",
  direction: "input",
  text: "{}",
  schema: { kind: "text", text: SAMPLE },
  formats: "dialect",
});
answer({ ready: true });
