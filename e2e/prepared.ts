/** Workspaces and sessions that a test creates through the API before the page is opened. */
import type { APIRequestContext } from "@playwright/test";
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
  // The page may open with it later: then it is ready to run.
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

/** Runs a workspace to its end, as one of a stored workspace if that is given. Returns the session's id. */
export async function runIn(
  request: APIRequestContext,
  workspace: object,
  workspace_id?: string,
): Promise<string> {
  const response = await request.post("/api/sessions", { data: { workspace, workspace_id, message: "go" } });
  const { id } = await response.json();
  await expect
    .poll(async () => (await (await request.get(`/api/sessions/${id}`)).json()).running)
    .toBe(false);
  return id;
}

/** Opens a session that ran to its end before the page was opened. */
export async function openSession(bench: Workbench, workspace: object): Promise<void> {
  await bench.open(`/sessions/${await runIn(bench.page.request, workspace)}`);
  await bench.expectStatus("idle");
}
