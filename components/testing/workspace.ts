import { type Draft, useDraft } from "@/lib/client/workspace/draft";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";

type Tool = Omit<WorkspaceTool, "runner"> & Partial<WorkspaceTool>;

/** A workspace with these tools, by default answered by rules, a scripted model and whatever else is given. */
export const workspaceOf = (tools: Tool[] = [], more: Partial<Workspace> = {}): Workspace => ({
  callscope: 1,
  name: "By hand",
  agent: {
    model: "scripted",
    tools: tools.map((tool) => ({ runner: { kind: "responses", rules: [] }, ...tool })),
  },
  model: { kind: "scripted" },
  worker: { kind: "tools" },
  ...more,
});

/** The open draft as it is now. */
export function draftNow(): Draft {
  const { draft } = useDraft.getState();
  if (!draft) throw new Error("No workspace is open");
  return draft;
}
