/** A log that a newer Callscope wrote: its session does not open and says why; all others go on. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as commands from "@/app/api/sessions/[id]/commands/route";
import * as events from "@/app/api/sessions/[id]/events/route";
import * as session from "@/app/api/sessions/[id]/route";
import * as sessions from "@/app/api/sessions/route";
import type { Fact } from "@/lib/engine/log/facts";
import { services } from "@/lib/server/compose";
import { ask } from "@/lib/server/testing/ask";
import { NO_SECRETS, TestServer, workspace } from "@/lib/server/testing/server";

/** A fact such as no version up to now has written. */
const pondered = (after: Fact | undefined): Fact[] => {
  const fact = { type: "decision.pondered", seq: (after?.seq ?? 0) + 1, at: after?.at ?? 1, weight: 3 };
  return [fact as unknown as Fact];
};

test("after a start, the sessions that were under way go on but for that one", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await TestServer.open();
  const slow = workspace([{ then: { result: "ok", delayMs: 5_000 } }], { retry: { max_attempts: 2 } });
  const ours = await server.start(slow);
  const newer = await server.start(slow);
  await server.clock.run(1_000);
  await server.sessions.close();
  const head = { name: "test", workspace_id: null, running: true, status: "running", origin: null };
  await server.store.sessions.append(newer, pondered((await server.log(newer)).at(-1)), head);
  await server.crash(0);
  await server.clock.run();
  expect((await server.facts(ours, "turn.completed"))[0]).toMatchObject({ outcome: "done" });
  await expect(server.sessions.look(newer)).rejects.toThrow(
    /^Callscope cannot read this log: fact \d+ is of an unknown type, decision\.pondered; .* update Callscope/,
  );
  const command = server.sessions.command(newer, { type: "message", text: "hi" }, NO_SECRETS);
  await expect(command).rejects.toThrow("cannot read this log");
  expect(said.mock.calls.map(([text]) => text)).toEqual([`The session ${newer} could not be resumed:`]);
  said.mockRestore();
  await server.close();
});

describe("its routes", () => {
  const id = "ses_newer";
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "callscope-newer-"));
    vi.stubEnv("CALLSCOPE_DATA", folder);
    const head = { name: "From tomorrow", workspace_id: null, running: false, status: "idle", origin: null };
    await (await services()).store.sessions.append(id, pondered(undefined), head);
  });

  afterAll(async () => {
    const { sessions: all, checker, store } = await services();
    await all.close();
    await checker.close();
    await store.close();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  const asked = { id, path: `/api/sessions/${id}/events` };
  test.each<[string, () => Promise<Response>]>([
    ["the session", () => ask(session.GET, { id })],
    ["its log", () => ask(events.GET, { ...asked, headers: { accept: "application/json" } })],
    ["its event stream", () => ask(events.GET, { ...asked, headers: { accept: "text/event-stream" } })],
    ["a command", () => ask(commands.POST, { id, body: { type: "message", text: "hi" } })],
  ])("%s → 409 with the reason and what to do", async (_what, answer) => {
    const response = await answer();
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      reason: "unreadable_log",
      error: expect.stringMatching(/unknown type, decision\.pondered;.* newer Callscope: update Callscope/),
    });
  });

  test("it is still in the list", async () => {
    const response = await ask(sessions.GET, { path: "/api/sessions" });
    expect((await response.json()).items).toMatchObject([{ id, name: "From tomorrow" }]);
  });
});
