import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { services } from "../compose";

/** The server's parts on a data folder of their own, as long as the tests of a file run. */
export function onOwnFolder(env: Record<string, string> = {}): void {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "callscope-test-"));
    for (const [name, value] of Object.entries({ CALLSCOPE_DATA: folder, ...env })) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    const { sessions, checker, store } = await services();
    await sessions.close();
    await checker.close();
    await store.close();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}
