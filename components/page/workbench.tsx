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
import { useSelection } from "@/lib/client/screen/url-state";
import { type Draft, useDraft } from "@/lib/client/workspace/draft";
import { duplicateNames } from "@/lib/client/workspace/edits";
import { useToolStates } from "@/lib/client/workspace/tool-checks";
import { useBoot } from "./use-boot";
import { useFirstProblem } from "./use-first-problem";

/** Opens a workspace, then shows the whole workbench. */
export function Workbench() {
  const { error, retry } = useBoot();
  const draft = useDraft((store) => store.draft);
  if (draft) return <Open draft={draft} />;
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

function Open({ draft }: { draft: Draft }) {
  const { session } = useSelection();
  const states = useToolStates();
  const controls = useRunControls();
  const dialog = useScreen((screen) => screen.dialog);
  const compare = useScreen((screen) => screen.compare);
  const blocked = useBlocked(draft);
  const refresh = useRefresh();
  useFirstProblem();
  usePartKeys();
  const { status } = controls;
  const { name } = draft.workspace;
  useEffect(() => {
    if (status) void refresh("sessions");
  }, [status, refresh]);
  useEffect(() => {
    document.title = `${name} · Callscope`;
  }, [name]);
  return (
    <div className="flex h-full flex-col">
      <TopBar draft={draft} controls={controls} blocked={blocked} />
      <Disconnected />
      <main className="flex min-h-0 flex-1 flex-col">
        <Columns
          left={<LeftColumn draft={draft} states={states} />}
          middle={
            <>
              <Composer draft={draft} states={states} controls={controls} />
              <Lineage session={session} workspace={draft.id} />
              <div className="min-h-0 flex-1">
                <ForksOfRows session={session} workspace={draft.id}>
                  <Timeline sessionId={session} />
                </ForksOfRows>
              </div>
            </>
          }
          right={<Inspector sessionId={session} />}
        />
      </main>
      {dialog === "agent" && <AgentDialog draft={draft} />}
      {dialog === "policies" && <PoliciesDialog draft={draft} />}
      {dialog === "faults" && <FaultsDialog draft={draft} />}
      {dialog === "worker-script" && <WorkerScriptDialog draft={draft} />}
      {compare && <CompareDialog {...compare} workspace={draft.id} />}
      <ShortcutSheet />
      <Palette draft={draft} session={session} />
    </div>
  );
}

/** Why no run can be started; null if one can. */
function useBlocked(draft: Draft): string | null {
  const message = useScreen((screen) => screen.message);
  const key = useScreen((screen) => screen.secrets.apiKey);
  const serverKey = useSettings().data?.anthropic_key;
  const { model } = draft.workspace;
  const [twice] = duplicateNames(draft.workspace);
  if (message.trim() === "") return "Type a message first";
  if (twice !== undefined) return `Two tools are named ${twice}: rename one of them`;
  if (model.kind === "anthropic" && !model.baseUrl && !key && serverKey === false)
    return "No API key: enter one in the model settings, or start the server with ANTHROPIC_API_KEY set";
  return null;
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
