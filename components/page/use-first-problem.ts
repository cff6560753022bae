import { useEffect } from "react";
import { ONE_COLUMN, useMedia } from "@/components/ui/use-media";
import { type SessionLog, useSessionPart } from "@/lib/client/log/session-log";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { select } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import { firstProblemCall, tellingTab } from "@/lib/view/timeline/problems";

/**
 * Opens the first failed call of a run that was started here, so that its reason is visible without a click. Not with
 * one column, where the inspector would cover the run.
 */
export function useFirstProblem(): void {
  const { session, row } = useSelection();
  const fresh = useScreen((screen) => screen.fresh);
  const narrow = useMedia(ONE_COLUMN);
  const waiting = session !== null && session === fresh && !narrow;
  const looked = waiting && row === null ? session : null;
  const found = useSessionPart(looked, firstIn);
  const tab = useSessionPart(looked, tabIn);
  useEffect(() => {
    if (!waiting || (row === null && found === null)) return;
    setScreen({ fresh: null });
    if (found !== null) select({ row: found, tab }, true);
  }, [waiting, row, found, tab]);
}

const firstIn = ({ log }: SessionLog): string | null => firstProblemCall(log.timeline)?.id ?? null;

const tabIn = ({ log }: SessionLog): string | null => {
  const call = firstProblemCall(log.timeline);
  return call && tellingTab(call);
};
