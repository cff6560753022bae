import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { expect, test } from "@playwright/test";
import { launch, startApp, withDataFolder } from "./server";

/** Listens on a port that the system chooses, as any other program would. */
async function occupy(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0 };
}

test("a port that was asked for and is busy ends the start with what to do", { tag: "@smoke" }, async () => {
  const { server, port } = await occupy();
  await withDataFolder(async (folder) => {
    const app = launch({ CALLSCOPE_DATA: folder, HOST: "127.0.0.1", PORT: String(port) });
    expect(await app.exited).toBe(1);
    expect(app.output()).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
  });
  server.close();
});

test("takes the next free port when 3000 is busy and none was asked for", { tag: "@smoke" }, async () => {
  const busy = await occupy(3000).catch(() => null);
  await withDataFolder(async (folder) => {
    const app = await startApp({ CALLSCOPE_DATA: folder, PORT: "" });
    expect(Number(new URL(app.url).port)).toBeGreaterThan(3000);
    await app.stop();
  });
  busy?.server.close();
});

test("a setting that makes no sense is named", { tag: "@smoke" }, async () => {
  for (const [env, words] of [
    [{ PORT: "3000x" }, 'PORT must be a number from 0 to 65535, not "3000x".'],
    [{ PORT: "0", HOST: "192.0.2.1" }, 'HOST is "192.0.2.1", which is not an address of this machine.'],
  ] as const) {
    const app = launch({ HOST: "127.0.0.1", ...env });
    expect(await app.exited).toBe(1);
    expect(app.output()).toContain(words);
  }
});

const EMPTY = {
  callscope: 1,
  name: "Empty",
  agent: { model: "scripted", tools: [] },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
};

test("ends when it is asked to, and closes the event streams", { tag: "@smoke" }, async () => {
  await withDataFolder(async (folder) => {
    const app = await startApp({ CALLSCOPE_DATA: folder });
    const started = await fetch(`${app.url}/api/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ workspace: EMPTY }),
    });
    const { id } = await started.json();
    const stream = await fetch(`${app.url}/api/sessions/${id}/events`, {
      headers: { accept: "text/event-stream" },
    });
    const ended = app.stop();
    expect(await stream.text()).toContain("id: 1\n");
    expect(await ended).toBe(0);
  });
});
