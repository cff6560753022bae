"use client";
import type { Draft } from "@/lib/client/workspace/draft";
import type { ToolState } from "@/lib/client/workspace/tool-checks";
import { ConflictDialog } from "./conflict-dialog";
import { ToolList } from "./tool-list";
import { ToolPane } from "./tool-pane";
import { WorkspaceHeader } from "./workspace-header";

/** The workspace, its tools, and the selected tool. */
export function LeftColumn({ draft, states }: { draft: Draft; states: Map<string, ToolState> }) {
  return (
    <>
      <WorkspaceHeader draft={draft} />
      <ToolList draft={draft} states={states} />
      <ToolPane draft={draft} state={draft.selected ? states.get(draft.selected) : undefined} />
      <ConflictDialog draft={draft} />
    </>
  );
}
