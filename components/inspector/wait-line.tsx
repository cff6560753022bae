"use client";
import { useNow } from "@/components/shared/use-now";
import type { SessionLog } from "@/lib/client/log/session-log";
import { statusOf } from "@/lib/engine/state/status";
import { capital } from "@/lib/view/text/format";
import type { AnyRecord } from "@/lib/view/timeline/records";
import { waitOf } from "@/lib/view/timeline/waits";
import { StatusMark } from "../ui/status";

/** What the row is waiting for, by the server's clock; nothing once the wait is over. */
export function WaitLine({ record, view }: { record: AnyRecord; view: SessionLog }) {
  const now = useNow(view, statusOf(view.log.state));
  const wait = waitOf(record, view.log.timeline, now);
  if (!wait) return null;
  return (
    <p className="flex items-center gap-1.5 px-3.5 pt-0.5 text-ink-2 text-xs" data-testid="head-wait">
      <StatusMark shape="dotted-ring" tone="accent" />
      <span className="min-w-0">{capital(wait)}</span>
    </p>
  );
}
