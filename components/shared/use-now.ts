"use client";
import { useEffect, useState } from "react";
import type { SessionLog } from "@/lib/client/log/session-log";
import type { SessionStatus } from "@/lib/engine/state/status";

/** How often an open bar grows, in milliseconds. A wait for a person may take hours. */
const TICK: Partial<Record<SessionStatus, number>> = { running: 100, waiting: 1_000 };

/**
 * The server's time, ticking while something is open; otherwise the time of the last fact. Milliseconds since the
 * epoch.
 */
export function useNow({ log, skew }: SessionLog, status: SessionStatus): number {
  const [now, setNow] = useState(() => Date.now());
  const tick = TICK[status];
  useEffect(() => {
    if (tick === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [tick]);
  const last = log.timeline.to;
  return tick === undefined ? last : Math.max(now - skew, last);
}
