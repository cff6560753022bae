import { useEffect } from "react";
import { setScreen, useScreen } from "@/lib/client/screen";
import { type SessionLog, useSessionPart } from "@/lib/client/session-log";
import { select, useSelection } from "@/lib/client/url-state";
import { firstFaultyCall } from "@/lib/view/faults";

/** Opens the first call that went wrong in a run just started here, so that its reason is seen without a click. */
export function useFirstFault(): void {
  const { session, row } = useSelection();
  const fresh = useScreen((screen) => screen.fresh);
  const waiting = session !== null && session === fresh;
  const found = useSessionPart(waiting && row === null ? session : null, firstIn);
  useEffect(() => {
    if (!waiting || (row === null && found === null)) return;
    setScreen({ fresh: null });
    if (found !== null) select({ row: found }, true);
  }, [waiting, row, found]);
}

const firstIn = ({ log }: SessionLog): string | null => firstFaultyCall(log.timeline);
