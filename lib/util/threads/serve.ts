/** The thread's side of a pool: takes jobs by the batch, shows which one it works on, and answers. */
import { parentPort, workerData } from "node:worker_threads";
import type { Answer, FromThread, Job, ThreadSetup } from "./messages";
import { Progress } from "./progress";

/** Answers are gathered for at most this long, in milliseconds. */
const GATHER = 2;

interface Report<Note> {
  /** Starts a phase of the job, from 0; its time limit starts anew. Nothing limits a job before its first phase. */
  onPhase: (phase: number) => void;
  onNote: (note: Note) => void;
}

/** What the pool's user gave the threads. */
export const threadSetup = (): unknown => (workerData as ThreadSetup).setup;

/** Runs each task that the pool sends. Call it once, when the thread is ready to work. */
export function serve<Task, Outcome, Note = never>(
  run: (task: Task, report: Report<Note>) => Outcome | Promise<Outcome>,
): void {
  const progress = new Progress((workerData as ThreadSetup).progress);
  const post = (message: FromThread<Outcome, Note>) => parentPort?.postMessage(message);

  const runSafely = async ({ id, task }: Job<Task>): Promise<Answer<Outcome>> => {
    const report: Report<Note> = {
      onPhase: (phase) => progress.begin(id, phase),
      onNote: (note) => post({ id, note }),
    };
    try {
      return { id, outcome: await run(task, report) };
    } catch (error) {
      return { id, failed: error instanceof Error ? error.message : String(error) };
    }
  };

  parentPort?.on("message", async (jobs: Job<Task>[]) => {
    let answers: Answer<Outcome>[] = [];
    let last = performance.now();
    for (const job of jobs) {
      answers.push(await runSafely(job));
      if (progress.endsAfter(job.id)) break;
      if (performance.now() - last < GATHER) continue;
      post({ answers });
      answers = [];
      last = performance.now();
    }
    progress.rest();
    if (answers.length > 0) post({ answers });
  });
  post({ ready: true });
}
