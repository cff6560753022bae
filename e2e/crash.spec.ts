import { expect, test } from "@playwright/test";
import { type RunningApp, startApp, withDataFolder } from "./server";

interface Fact {
  seq: number;
  at: number;
  type: string;
  [key: string]: unknown;
}

const WAIT_SECS = 3;

const workspace = {
  callscope: 1,
  name: "Backoff",
  agent: {
    model: "scripted",
    tools: [
      {
        name: "book_table",
        retry: { max_attempts: 3, backoff_base_secs: WAIT_SECS, backoff_max_secs: WAIT_SECS },
        runner: {
          kind: "responses",
          rules: [
            { when: { attempt: 0 }, then: { error: { message: "503 upstream", retryable: true } } },
            { then: { result: "booked" } },
          ],
        },
      },
    ],
  },
  model: { kind: "scripted" },
  script: [{ calls: [{ id: "call_1", name: "book_table", arguments: "{}" }] }, { text: "Done." }],
  worker: { kind: "tools" },
};

async function facts(app: RunningApp, id: string): Promise<Fact[]> {
  const response = await fetch(`${app.url}/api/sessions/${id}/events`, {
    headers: { accept: "application/json" },
  });
  return ((await response.json()) as { events: Fact[] }).events;
}

const of = (all: Fact[], type: string) => all.filter((fact) => fact.type === type);

test("the server is killed in the middle of a backoff; after the restart the session finishes by itself", async () => {
  await withDataFolder(async (folder) => {
    const first = await startApp({ CALLSCOPE_DATA: folder });
    const created = await fetch(`${first.url}/api/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ workspace, message: "A table for two" }),
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await expect.poll(async () => of(await facts(first, id), "attempt.failed").length).toBe(1);
    const before = await facts(first, id);
    await first.stop("SIGKILL");

    const second = await startApp({ CALLSCOPE_DATA: folder });
    await expect
      .poll(async () => of(await facts(second, id), "turn.completed"), { timeout: 20_000 })
      .toHaveLength(1);
    const after = await facts(second, id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map((fact) => fact.seq)).toEqual(after.map((_, index) => index + 1));
    expect(of(after, "turn.completed")).toMatchObject([{ outcome: "done", data: "Done." }]);
    expect(of(after, "tool.call.requested").map((fact) => fact.attempt)).toEqual([0, 1]);
    const due = Number(of(after, "attempt.failed")[0]?.due_at);
    expect(
      of(after, "attempt.started").find((fact) => fact.kind === "tool_call" && fact.attempt === 1)?.at,
    ).toBeGreaterThanOrEqual(due);
    expect(await second.stop()).toBe(0);
  });
});
