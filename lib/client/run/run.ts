/** The run on screen and the commands to it. */

import { type SessionLog, useSessionPart } from "@/lib/client/log/session-log";
import { useCommand, useStartSession } from "@/lib/client/queries/sessions";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import { flush } from "@/lib/client/workspace/autosave";
import { editWorkspace, useDraft } from "@/lib/client/workspace/draft";
import { type SessionStatus, statusOf } from "@/lib/engine/state/status";

/** Null: no session is open, or its log is not read yet. */
function useRunStatus(): SessionStatus | null {
  const { session } = useSelection();
  return useSessionPart(session, statusIn);
}

const statusIn = ({ log }: SessionLog): SessionStatus | null =>
  log.facts.length > 0 ? statusOf(log.state) : null;

/** Whether the run can still continue, so that stopping it has an effect. */
export const canStop = (status: SessionStatus | null): boolean =>
  status === "running" || status === "waiting" || status === "interrupted";

export interface RunControls {
  status: SessionStatus | null;
  starting: boolean;
  /** Why the last start, message or stop was refused. */
  error: unknown;
  start: () => void;
  send: () => void;
  stop: () => void;
}

/** Starts a run with the current draft, sends a message to the run on screen, or stops it. */
export function useRunControls(): RunControls {
  const { session } = useSelection();
  const status = useRunStatus();
  const begin = useStartSession();
  const command = useCommand(session);

  const start = async () => {
    command.reset();
    rememberMessage();
    await flush();
    const draft = useDraft.getState().draft;
    if (!draft) return;
    const message = useScreen.getState().message.trim();
    begin.mutate(
      {
        workspace: draft.workspace,
        ...(draft.id && { workspace_id: draft.id }),
        ...(message && { message }),
      },
      {
        onSuccess: ({ id }) => {
          openSession(id);
          setScreen({ column: "run", fresh: id });
        },
      },
    );
  };
  const send = () => {
    begin.reset();
    command.mutate({ type: "message", text: useScreen.getState().message });
  };
  const stop = () => {
    begin.reset();
    command.mutate({ type: "cancel", reason: "stopped in the page" });
  };
  return {
    status,
    starting: begin.isPending,
    error: begin.error ?? command.error,
    start: () => void start(),
    send,
    stop,
  };
}

/** A changed message is stored in the workspace when a run starts. */
function rememberMessage(): void {
  const { message } = useScreen.getState();
  if ((useDraft.getState().draft?.workspace.message ?? "") !== message)
    editWorkspace((workspace) => ({ ...workspace, message: message || undefined }));
}
