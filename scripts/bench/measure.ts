/** CPU time of this process, for each thread if the system reports it. */
import { readdirSync, readFileSync } from "node:fs";

/** Microseconds of user and system time of all threads so far. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The ids of this process's threads; empty if the system does not list them. */
export function threadIds(): string[] {
  try {
    return readdirSync("/proc/self/task");
  } catch {
    return [];
  }
}

/** Microseconds of processor time of the given threads so far; a thread that has ended counts as 0. */
export function threadMicros(ids: readonly string[]): number {
  return ids.reduce((sum, id) => {
    try {
      return sum + Number(readFileSync(`/proc/self/task/${id}/schedstat`, "utf8").split(" ")[0]) / 1000;
    } catch {
      return sum;
    }
  }, 0);
}

/** Bytes of live objects on this thread's heap. Needs `--expose-gc`. */
export function heapBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** CPU microseconds of another process so far; NaN if the system does not report it. */
export function cpuOf(pid: number): number {
  try {
    const ids = readdirSync(`/proc/${pid}/task`);
    return ids.reduce((sum, id) => {
      const [nanos] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ");
      return sum + Number(nanos) / 1000;
    }, 0);
  } catch {
    return Number.NaN;
  }
}
