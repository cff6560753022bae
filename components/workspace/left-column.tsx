"use client";
import { ConflictDialog } from "./conflict-dialog";
import { ToolList } from "./tool-list";
import { ToolPane } from "./tool-pane";
import { WorkspaceHeader } from "./workspace-header";

/** The workspace, its tools, and the selected tool. */
export function LeftColumn() {
  return (
    <>
      <WorkspaceHeader />
      <ToolList />
      <ToolPane />
      <ConflictDialog />
    </>
  );
}
