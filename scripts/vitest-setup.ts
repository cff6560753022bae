import { buildWorkers } from "./build-workers.mjs";

/** Worker threads are opened from dist/workers, so the suites need them built first. */
export async function setup(): Promise<void> {
  await buildWorkers();
}
