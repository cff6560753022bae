"use client";
import { useEffect } from "react";
import { type Draft, useDraft } from "@/lib/client/draft";
import { duplicateNames } from "@/lib/client/edits";
import { useRefresh, useSettings } from "@/lib/client/queries";
import { useReachable } from "@/lib/client/reachable";
import { useRunControls } from "@/lib/client/run";
import { useScreen } from "@/lib/client/screen";
import { useToolStates } from "@/lib/client/tool-checks";
import { useSelection } from "@/lib/client/url-state";
import { CompareDialog } from "./compare/compare-dialog";
import { ForksOfRows } from "./forks/forks-here";
import { Lineage } from "./forks/lineage";
import { Inspector } from "./inspector/inspector";
import { usePartKeys } from "./keys/parts";
import { ShortcutSheet } from "./keys/sheet";
import { Columns } from "./layout/columns";
import { Palette } from "./palette/palette";
import { AgentDialog } from "./run/agent-dialog";
import { Composer } from "./run/composer";
import { FaultsDialog } from "./run/faults-dialog";
import { PoliciesDialog } from "./run/policies-dialog";
import { TopBar } from "./run/top-bar";
import { WorkerScriptDialog } from "./run/worker-script-dialog";
import { Timeline } from "./timeline/timeline";
import { Button } from "./ui/button";
import { Callout, EmptyState, Spinner } from "./ui/feedback";
import { useBoot } from "./use-boot";
import { useFirstFault } from "./use-first-fault";
import { LeftColumn } from "./workspace/left-column";

/** Opens a workspace, then shows the whole bench. */
export function Bench() {
  const { error, retry } = useBoot();
  const draft = useDraft((store) => store.draft);
  if (draft) return <Open draft={draft} />;
  return (
    <main className="h-full">
      {error ? (
        <EmptyState title="Nothing could be opened" action={<Button onClick={retry}>Try again</Button>}>
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
  const states = useToolStates(draft);
  const controls = useRunControls();
  const dialog = useScreen((screen) => screen.dialog);
  const compare = useScreen((screen) => screen.compare);
  const blocked = useBlocked(draft);
  const refresh = useRefresh();
  useFirstFault();
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

/** Why nothing can be run now; null when it can. */
function useBlocked(draft: Draft): string | null {
  const message = useScreen((screen) => screen.message);
  const key = useScreen((screen) => screen.secrets.apiKey);
  const serverKey = useSettings().data?.anthropic_key;
  const { model } = draft.workspace;
  const [twice] = duplicateNames(draft.workspace);
  if (message.trim() === "") return "Type what the user says first";
  if (twice !== undefined) return `Two tools are called ${twice}: rename one`;
  if (model.kind === "anthropic" && !model.baseUrl && !key && serverKey === false)
    return "No API key: type one under the model's name, or start the server with ANTHROPIC_API_KEY";
  return null;
}

/** A strip while the server is away. What is typed meanwhile stays in the page. */
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
      The Callscope server does not answer. Edits stay in this tab and are saved when it is back.
    </Callout>
  );
}
