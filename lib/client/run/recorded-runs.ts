/** The recorded runs that a schema's impact is about. */
import { type SessionLog, useSessionPart } from "@/lib/client/log/session-log";
import { useSessions } from "@/lib/client/queries/sessions";
import { useSelection } from "@/lib/client/screen/use-selection";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { isRunning, statusOf } from "@/lib/engine/state/status";

interface RecordedRuns {
  /** The draft's workspace, once it has runs. */
  workspace: string | null;
  /** The session on screen. */
  session: string | null;
  /** Changes when there are new calls. */
  version: string;
}

/**
 * Null while that is being read, and when there are none. A first save changes nothing here: a workspace that has just
 * been stored has no runs.
 */
export function useRecordedRuns(): RecordedRuns | null {
  const { session } = useSelection();
  const id = useDraftPart((draft) => draft.id);
  const { data, isPending, isError } = useSessions(id);
  const newest = data?.items[0];
  const workspace = newest || isError ? id : null;
  const calls = useSessionPart(workspace === null ? session : null, callsIn);
  if (workspace !== null) return { workspace, session, version: `${newest?.id} ${newest?.seq}` };
  if (session === null || calls === null || (isPending && id !== null)) return null;
  return { workspace, session, version: calls };
}

/** As long as a session runs its calls count as one version, so that not every fact asks again. */
function callsIn({ link, log }: SessionLog): string | null {
  if (link === "loading" || link === "missing") return null;
  return isRunning(statusOf(log.state)) ? "running" : String(log.facts.length);
}
