import { expect, test } from "@playwright/test";
import { startApp, withDataFolder } from "./server";

const EMPTY = {
  callscope: 1,
  name: "Empty",
  agent: { model: "scripted", tools: [] },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
};

test("ends within two seconds when it is asked to, and closes the event streams", async () => {
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
    const asked = Date.now();
    const ended = app.stop();
    expect(await stream.text()).toContain("id: 1\n");
    expect(await ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(2000);
  });
});
