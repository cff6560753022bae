/** What a pool and its threads send each other. Plain values only: they cross a thread boundary. */

export interface Job<Task> {
  id: number;
  task: Task;
}

/** `failed`: the thread threw, which is a bug in it. */
export type Answer<Outcome> = { id: number; outcome: Outcome } | { id: number; failed: string };

/** `note`: something to know about a job before it is done. */
export type FromThread<Outcome, Note> =
  | { ready: true }
  | { id: number; note: Note }
  | { answers: Answer<Outcome>[] };

export interface ThreadSetup {
  progress: SharedArrayBuffer;
  /** Of the pool's user. */
  setup: unknown;
}
