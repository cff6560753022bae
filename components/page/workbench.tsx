"use client";
import { useEffect } from "react";
import { CompareDialog } from "@/components/forks/compare-dialog";
import { ForksOfRows } from "@/components/forks/forks-here";
import { Lineage } from "@/components/forks/lineage";
import { Inspector } from "@/components/inspector/inspector";
import { usePartKeys } from "@/components/keys/parts";
import { ShortcutSheet } from "@/components/keys/sheet";
import { Columns } from "@/components/layout/columns";
import { Palette } from "@/components/palette/palette";
import { AgentDialog } from "@/components/run/agent-dialog";
import { Composer } from "@/components/run/composer";
import { FaultsDialog } from "@/components/run/faults/faults-dialog";
import { PoliciesDialog } from "@/components/run/policies-dialog";
import { TopBar } from "@/components/run/top-bar";
import { WorkerScriptDialog } from "@/components/run/worker-script-dialog";
import { Timeline } from "@/components/timeline/timeline";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState, Spinner } from "@/components/ui/feedback";
import { LeftColumn } from "@/components/workspace/left-column";
import { useReachable } from "@/lib/client/api/reachable";
import { useRefresh } from "@/lib/client/queries/keys";
import { useSettings } from "@/lib/client/queries/settings";
import { useRunControls } from "@/lib/client/run/run";
import { useScreen } from "@/lib/client/screen/screen";
import { useSelection } from "@/lib/client/screen/use-selection";
import { useDraft, useDraftPart } from "@/lib/client/workspace/draft";
import { useBoot } from "./use-boot";
import { useFirstProblem } from "./use-first-problem";

/** Opens a workspace, then shows the whole workbench. */
export function Workbench() {
  const { error, retry } = useBoot();
  const open = useDraft(({ draft }) => draft !== null);
  if (open) return <Open />;
  return (
    <main className="h-full">
      {error ? (
        <EmptyState
          title="The workspace could not be opened"
          action={<Button onClick={retry}>Try again</Button>}
        >
          <span role="alert">{error}</span>
        </EmptyState>
      ) : (
        <div className="grid h-full place-items-center">
          <Spinner label="Opening the workspace" />
        </div>
      )}
    </main>
  );
}

function Open() {
  const { session } = useSelection();
  const controls = useRunControls();
  const dialog = useScreen((screen) => screen.dialog);
  const compare = useScreen((screen) => screen.compare);
  const workspace = useDraftPart((draft) => draft.id);
  const name = useDraftPart((draft) => draft.workspace.name);
  const refresh = useRefresh();
  useFirstProblem();
  usePartKeys();
  const { status } = controls;
  useEffect(() => {
    if (status) void refresh("sessions");
  }, [status, refresh]);
  useEffect(() => {
    document.title = `${name} · Callscope`;
  }, [name]);
  return (
    <div className="flex h-full flex-col">
      <TopBar controls={controls} />
      <Disconnected />
      <main className="flex min-h-0 flex-1 flex-col">
        <Columns
          left={<LeftColumn />}
          middle={
            <>
              <Composer controls={controls} />
              <Lineage session={session} workspace={workspace} />
              <div className="min-h-0 flex-1">
                <ForksOfRows session={session} workspace={workspace}>
                  <Timeline sessionId={session} />
                </ForksOfRows>
              </div>
            </>
          }
          right={<Inspector sessionId={session} />}
        />
      </main>
      {dialog === "agent" && <AgentDialog />}
      {dialog === "policies" && <PoliciesDialog />}
      {dialog === "faults" && <FaultsDialog />}
      {dialog === "worker-script" && <WorkerScriptDialog />}
      {compare && <CompareDialog {...compare} workspace={workspace} />}
      <ShortcutSheet />
      <Palette session={session} />
    </div>
  );
}

/** A notice while the server is unreachable. Edits stay in the page until it is back. */
function Disconnected() {
  const { refetch } = useSettings();
  if (useReachable()) return null;
  return (
    <Callout
      tone="fail"
      shape="cross"
      alert
      testId="disconnected"
      action={
        <Button small onClick={() => void refetch()}>
          Try now
        </Button>
      }
    >
      The Callscope server does not respond. Your edits stay in this tab and are saved when it is back.
    </Callout>
  );
}
