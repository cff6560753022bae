/** Workspaces and sessions that a test makes by the API before the page is there. */
import { expect, type Workbench } from "./workbench";

interface Tool {
  name: string;
  inputText?: string;
  result?: string;
}

/** A scripted run that calls the first tool once. */
export const workspaceOf = (name: string, tools: Tool[], raw = "{}") => ({
  callscope: 1,
  name,
  // The page may open with it later on: then it is ready to run.
  message: "go",
  agent: {
    model: "scripted",
    tools: tools.map(({ result = "ok", ...tool }) => ({
      ...tool,
      runner: { kind: "responses", rules: [{ then: { result } }] },
    })),
  },
  model: { kind: "scripted" },
  script: [{ calls: [{ id: "c1", name: tools[0]?.name ?? "t", arguments: raw }] }, { text: "done" }],
  worker: { kind: "tools" },
});

/** Opens a session that ran to its end before the page is there. */
export async function openSession(bench: Workbench, workspace: object): Promise<void> {
  const { request } = bench.page;
  const response = await request.post("/api/sessions", { data: { workspace, message: "go" } });
  const { id } = await response.json();
  await expect
    .poll(async () => (await (await request.get(`/api/sessions/${id}`)).json()).running)
    .toBe(false);
  await bench.open(`/sessions/${id}`);
  await bench.expectStatus("idle");
}
