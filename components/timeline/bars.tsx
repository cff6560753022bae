import type { Axis } from "@/lib/view/axis/axis";
import type { Chip, RowContent, Segment } from "@/lib/view/rows/row-content";
import { clock } from "@/lib/view/text/format";
import type { Tone } from "@/lib/view/text/labels";
import { cx } from "../ui/cx";
import { StatusMark } from "../ui/status";

interface BarsProps {
  cells: RowContent;
  axis: Axis;
  now: number;
  /** Width of the axis, in pixels. */
  width: number;
  /** Width of the axis and the space for text after it. */
  whole: number;
}

const FILL: Record<Tone, string> = {
  ok: "bg-ok",
  warn: "bg-warn",
  fail: "bg-fail/75",
  mute: "bg-mute/60",
  accent: "bg-accent/80",
  violet: "bg-violet",
};

const KINDS: Record<Segment["kind"], string> = {
  run: "top-2 h-3",
  wait: "hatched top-2 h-3",
  open: "top-2 h-3 border-[1.5px] border-accent border-r-transparent bg-accent-soft",
  ask: "top-2 h-3 border-[1.5px] border-accent border-dashed",
  hold: "top-[5px] h-[18px] rounded-[3px] border-[1.5px] border-accent border-double",
  span: "top-[13px] h-0.5 bg-line-strong",
  mark: "top-1.5 h-4",
};

/** The bar of one row, with a text next to it. */
export function Bars({ cells, axis, now, width, whole }: BarsProps) {
  const left = axis.x(cells.from) * width;
  const right = axis.x(cells.to ?? now) * width;
  const { deadline } = cells;
  const runs = cells.segments.filter((segment) => segment.kind !== "wait");
  return (
    <>
      {cells.segments.map((segment) => (
        <Piece
          key={`${segment.kind}${segment.from}`}
          segment={segment}
          axis={axis}
          now={now}
          width={width}
          ends={[segment === runs[0], segment === runs.at(-1)]}
        />
      ))}
      {deadline !== null && deadline >= axis.from && deadline <= axis.to && (
        <span
          title={`Limit at ${clock(deadline)}`}
          data-testid="deadline"
          className="absolute top-1 h-5 border-fail border-l-[1.5px] border-dashed"
          style={{ left: axis.x(deadline) * width }}
        />
      )}
      {cells.from > axis.to || (cells.to ?? now) < axis.from ? (
        <Outside later={cells.from > axis.to} width={width} />
      ) : (
        <Beside cells={cells} left={left} right={Math.max(right, left + 3)} width={whole} />
      )}
    </>
  );
}

/** A row outside the visible time range shows in which direction it is. */
function Outside({ later, width }: { later: boolean; width: number }) {
  return (
    <span
      className="absolute top-[5px] flex h-[18px] items-center text-2xs text-ink-3"
      style={later ? { right: 6 } : { left: Math.min(6, width) }}
      data-testid="row-outside"
    >
      {later ? "later ›" : "‹ earlier"}
    </span>
  );
}

interface PieceProps extends Omit<BarsProps, "cells" | "whole"> {
  segment: Segment;
  /** Whether it is the first and the last piece: only the outer corners are round. */
  ends: [boolean, boolean];
}

function Piece({ segment, axis, now, width, ends }: PieceProps) {
  const { kind, tone, from, to } = segment;
  if (from > axis.to || (to ?? now) < axis.from) return null;
  // A piece at the very end keeps its three pixels.
  const left = Math.min(axis.x(from) * width, width - 3);
  const size = (axis.x(to ?? now) - axis.x(from)) * width;
  const filled = kind === "run" || kind === "mark";
  return (
    <span
      data-segment={kind}
      className={cx(
        "absolute",
        KINDS[kind],
        filled && FILL[tone],
        kind === "mark" && "rounded-full",
        kind !== "wait" && kind !== "span" && ends[0] && "rounded-l-[3px]",
        kind !== "wait" && kind !== "span" && ends[1] && "rounded-r-[3px]",
      )}
      style={{ left, width: Math.max(size, kind === "wait" ? 0 : 3) }}
    />
  );
}

const GAP = 6;
/** Narrower spaces hold no text. */
const ROOM = 72;

/** The text goes to the right of the bar, to its left if there is more space, and on it if there is none or it is a line. */
function Beside({
  cells,
  left,
  right,
  width,
}: {
  cells: RowContent;
  left: number;
  right: number;
  width: number;
}) {
  if (cells.text === "" && cells.chips.length === 0) return null;
  const after = width - right - GAP;
  const before = left - GAP;
  const onLine = cells.segments[0]?.kind === "span";
  const box = "absolute top-[5px] flex h-[18px] items-center gap-1.5 overflow-hidden text-2xs text-ink-2";
  if (!onLine && (after >= ROOM * 2 || (after >= before && after >= ROOM))) {
    return (
      <div className={box} style={{ left: right + GAP, width: after }}>
        <RowText cells={cells} />
      </div>
    );
  }
  if (before >= ROOM && (!onLine || (after < ROOM * 3 && before > width - left))) {
    return (
      <div className={box} style={{ right: width - before, maxWidth: before }}>
        <RowText cells={cells} />
      </div>
    );
  }
  return (
    <div
      className={cx(
        box,
        "rounded-sm bg-bg px-1 group-hover/row:bg-sunk group-aria-selected/row:bg-accent-soft",
      )}
      style={{ left: Math.max(left, 0) + GAP, maxWidth: width - Math.max(left, 0) - GAP * 2 }}
    >
      <RowText cells={cells} />
    </div>
  );
}

const CHIP: Record<Tone, string> = {
  ok: "text-ok",
  warn: "text-warn",
  fail: "text-fail",
  mute: "text-ink-2",
  accent: "text-accent",
  violet: "text-violet",
};

function RowText({ cells }: { cells: RowContent }) {
  return (
    <>
      {cells.chips.map((chip) => (
        <ChipWord key={chip.id} chip={chip} />
      ))}
      {cells.chips.length > 0 && cells.text !== "" && <span aria-hidden>·</span>}
      <span className="min-w-0 truncate" data-testid="row-text">
        {cells.text}
      </span>
    </>
  );
}

function ChipWord({ chip }: { chip: Chip }) {
  return (
    <span
      className={cx("inline-flex shrink-0 items-center gap-1 whitespace-nowrap font-[540]", CHIP[chip.tone])}
      title={chip.title}
      data-testid={`chip-${chip.id}`}
    >
      {chip.shape && <StatusMark shape={chip.shape} tone={chip.tone} />}
      {chip.word}
    </span>
  );
}
