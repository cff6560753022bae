import { Badge, type Shape, type Tone } from "@/components/ui/status";
import type { SessionStatus } from "@/lib/engine/state/status";
import type { VerdictStatus } from "@/lib/protocol/verdict";

/** The icon and colour of each verdict, the same everywhere on the page. */
export const VERDICT_SIGNS: Record<VerdictStatus, { shape: Shape; tone: Tone }> = {
  valid: { shape: "dot", tone: "ok" },
  invalid: { shape: "triangle", tone: "warn" },
  malformed: { shape: "cross", tone: "fail" },
  unchecked: { shape: "dashed-ring", tone: "mute" },
  aborted: { shape: "diamond", tone: "fail" },
};

/** The status of a run, the same wherever the run is named. */
export const SESSION_SIGNS: Record<SessionStatus, { shape: Shape; tone: Tone }> = {
  running: { shape: "dotted-ring", tone: "accent" },
  waiting: { shape: "dotted-ring", tone: "accent" },
  interrupted: { shape: "diamond", tone: "warn" },
  idle: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  cancelled: { shape: "dashed-ring", tone: "mute" },
};

/** A verdict as a badge; `reason` (such as "schema unusable") is added to its label. */
export function VerdictBadge({
  status,
  reason,
  testId,
}: {
  status: VerdictStatus;
  reason?: string;
  testId?: string;
}) {
  const { shape, tone } = VERDICT_SIGNS[status];
  return (
    <Badge shape={shape} tone={tone} status={status} testId={testId}>
      {reason ? `${status}: ${reason}` : status}
    </Badge>
  );
}
