/** Which stretch of time the axis shows, now. */
import type { SessionStatus } from "@/lib/engine/state/status";
import type { Gap, Timeline } from "@/lib/view/timeline/records";
import { type Axis, createAxis } from "./axis";
import type { Stretch } from "./zoom";

/** An idle stretch that still lasts is folded only once it is this long: the axis must not jump about. */
const TAIL_MS = 10_000;

interface AxisInput {
  timeline: Timeline;
  status: SessionStatus;
  now: number;
  /** Of the axis, in pixels. */
  width: number;
  /** Begin and end of each row in view, when the axis spans just those. `to` is null while a row is open. */
  rows: readonly { from: number; to: number | null }[] | null;
  /** The stretch that a person chose, in milliseconds since the timeline's beginning; goes before `rows`. */
  zoom?: Stretch | null;
  unfolded?: ReadonlySet<number>;
}

/** While the session waits only for people, the axis does not grow. This part of it is room for open calls. */
const HELD = 0.12;

/** The axis for the rows in view or for the whole session. */
export function axisOf({ timeline, status, now, width, rows, zoom, unfolded }: AxisInput): Axis {
  const end = endOf(timeline, status, now);
  const origin = timeline.from;
  const whole = { from: origin, to: end };
  const { from, to } = zoom
    ? { from: origin + zoom.from, to: origin + zoom.to }
    : rows
      ? spanOf(rows, end)
      : whole;
  return createAxis({ from, to, origin, gaps: gapsWith(timeline, end), width, unfolded });
}

function endOf({ from, to }: Timeline, status: SessionStatus, now: number): number {
  if (status === "running") return now;
  return status === "waiting" ? Math.min(now, to + Math.max(500, (to - from) * HELD)) : to;
}

function gapsWith(timeline: Timeline, end: number): readonly Gap[] {
  if (timeline.busy.size > 0 || end - timeline.to < TAIL_MS) return timeline.gaps;
  return [...timeline.gaps, { from: timeline.to, to: end }];
}

function spanOf(rows: NonNullable<AxisInput["rows"]>, end: number): { from: number; to: number } {
  const from = Math.min(...rows.map((row) => row.from));
  const to = Math.max(...rows.map((row) => row.to ?? end));
  return Number.isFinite(from) ? { from, to } : { from: end, to: end };
}
