/** What a thread works on, readable while it is busy, and after which job it stops: numbers in shared memory. */

const JOB = 0;
const PHASE = 1;
const SINCE = 2;
const LAST = 3;

export class Progress {
  private readonly cells: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.cells = new Int32Array(memory);
  }

  /** Job numbers count from 1, phases from 0. */
  begin(job: number, phase: number): void {
    Atomics.store(this.cells, SINCE, now());
    Atomics.store(this.cells, PHASE, phase);
    Atomics.store(this.cells, JOB, job);
  }

  /** Makes a job the last of its batch: the others were given to another thread. */
  endAfter(job: number): void {
    Atomics.store(this.cells, LAST, job);
  }

  endsAfter(job: number): boolean {
    return Atomics.load(this.cells, LAST) === job;
  }

  rest(): void {
    Atomics.store(this.cells, JOB, 0);
  }

  /** The running job, its phase, and how many milliseconds it has been in it; null at rest. */
  read(): { job: number; phase: number; elapsed: number } | null {
    const job = Atomics.load(this.cells, JOB);
    if (job === 0) return null;
    const phase = Atomics.load(this.cells, PHASE);
    return { job, phase, elapsed: (now() - Atomics.load(this.cells, SINCE)) | 0 };
  }
}

/** Milliseconds by a clock that all threads share; wraps around, differences stay right. */
function now(): number {
  return Math.floor(performance.timeOrigin + performance.now()) | 0;
}
