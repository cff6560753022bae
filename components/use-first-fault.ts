import { useEffect } from "react";
import { setScreen, useScreen } from "@/lib/client/screen";
import { type SessionLog, useSessionPart } from "@/lib/client/session-log";
import { select, useSelection } from "@/lib/client/url-state";
import { firstFaultyCall } from "@/lib/view/faults";
import { ONE_COLUMN, useMedia } from "./layout/use-media";

/**
 * Opens the first call that went wrong in a run just started here, so that its reason is seen without a click. Not
 * where only one column fits: there the inspector would take the place of the run that is being watched.
 */
export function useFirstFault(): void {
  const { session, row } = useSelection();
  const fresh = useScreen((screen) => screen.fresh);
  const narrow = useMedia(ONE_COLUMN);
  const waiting = session !== null && session === fresh && !narrow;
  const found = useSessionPart(waiting && row === null ? session : null, firstIn);
  useEffect(() => {
    if (!waiting || (row === null && found === null)) return;
    setScreen({ fresh: null });
    if (found !== null) select({ row: found }, true);
  }, [waiting, row, found]);
}

const firstIn = ({ log }: SessionLog): string | null => firstFaultyCall(log.timeline);
