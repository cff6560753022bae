"use client";
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useRef } from "react";
import type { Axis, Fold } from "@/lib/view/axis/axis";
import { count, grouped, span } from "@/lib/view/text/format";
import { cx } from "../ui/cx";
import { type Columns, MAX_LABEL, MIN_LABEL } from "./columns";
import { type Brushed, useBrush } from "./use-brush";

/** Folds or unfolds all turns at once. */
export interface TurnFolds {
  /** A turn is folded: the next press unfolds them all. */
  some: boolean;
  flip: () => void;
}

interface RulerProps {
  axis: Axis;
  columns: Columns;
  onResize: (label: number) => void;
  rows: number;
  /** Whether the axis covers the visible rows only; null if that makes no difference. */
  inView: boolean | null;
  onInView: (inView: boolean) => void;
  /** A time range was drawn on the axis. */
  onBrush: (brushed: Brushed) => void;
  onReset: () => void;
  /** Folds or unfolds an idle stretch. */
  onUnfold: (key: number) => void;
  /** Null: there is at most one turn. */
  folds: TurnFolds | null;
}

/** The labels of the time axis; they stay above the rows. */
export function Ruler(props: RulerProps) {
  const { axis, columns, onResize, rows, inView, onInView, folds, onBrush } = props;
  const brush = useBrush({ width: columns.axis, onDone: onBrush });
  return (
    <div className="code-2xs sticky top-0 z-10 flex h-[26px] border-line border-b bg-bg text-ink-3">
      <div
        className={cx(
          "flex shrink-0 items-center justify-between overflow-hidden whitespace-nowrap border-line border-r pr-2",
          columns.compact ? "pl-2.5" : "pl-3.5",
        )}
        style={{ width: columns.label }}
      >
        <span className="flex items-center gap-1">
          {folds && (
            <button
              type="button"
              className="-ml-1.5 grid size-5 place-items-center rounded-sm hover:bg-sunk hover:text-ink"
              title={folds.some ? "Unfold all turns (Z)" : "Fold all turns (Z)"}
              aria-label={folds.some ? "Unfold all turns" : "Fold all turns"}
              data-testid="fold-turns"
              onClick={folds.flip}
            >
              {folds.some ? (
                <ChevronsUpDown size={12} aria-hidden />
              ) : (
                <ChevronsDownUp size={12} aria-hidden />
              )}
            </button>
          )}
          {columns.compact ? grouped(rows) : count(rows, "row")}
        </span>
        {inView !== null && (
          <button
            type="button"
            className="rounded-sm px-1 hover:bg-sunk hover:text-ink"
            title={inView ? "The axis covers the visible rows" : "The axis covers the whole session"}
            aria-pressed={inView}
            data-testid="axis-zoom"
            onClick={() => onInView(!inView)}
          >
            {inView ? "in view" : "whole"}
          </button>
        )}
      </div>
      <Handle width={columns.label} onResize={onResize} />
      <div
        {...brush.handlers}
        className="relative flex-1 cursor-crosshair select-none overflow-hidden"
        title="Drag over a time range to zoom in"
        data-testid="ruler"
        onDoubleClick={props.onReset}
      >
        {axis.ticks.map((tick) => (
          <span
            key={tick.at}
            aria-hidden
            className="absolute top-[5px] whitespace-nowrap pl-1.5"
            style={{ left: tick.x * columns.axis }}
          >
            {tick.label}
          </span>
        ))}
        {axis.folds.map((fold) => (
          <FoldMark key={fold.key} fold={fold} width={columns.axis} onPress={props.onUnfold} folded />
        ))}
        {axis.open.map((fold) => (
          <FoldMark key={fold.key} fold={fold} width={columns.axis} onPress={props.onUnfold} />
        ))}
        {brush.brushed && <Drawn brushed={brush.brushed} width={columns.axis} />}
      </div>
    </div>
  );
}

function Drawn({ brushed, width }: { brushed: Brushed; width: number }) {
  const left = Math.min(...brushed) * width;
  return (
    <span
      aria-hidden
      className="absolute inset-y-0 border-accent border-x bg-accent/15"
      style={{ left, width: Math.max(...brushed) * width - left }}
    />
  );
}

/** Its text needs this much space, in pixels. */
const WORDS = 78;
/** Narrower folds are not buttons. */
const PRESSABLE = 8;

interface FoldMarkProps {
  fold: Fold;
  width: number;
  onPress: (key: number) => void;
  folded?: boolean;
}

/** An idle stretch: folded, with its duration, or unfolded, with a button to fold it again. */
function FoldMark({ fold, width, onPress, folded = false }: FoldMarkProps) {
  const px = fold.width * width;
  const words = `idle ${span(fold.ms)}`;
  const box = cx(
    "absolute inset-y-0 grid place-items-center overflow-hidden",
    folded ? "bg-bg" : "bg-transparent",
  );
  const place = { left: fold.x * width, width: px };
  if (px < PRESSABLE) return <span aria-hidden title={words} className={box} style={place} />;
  return (
    <button
      type="button"
      aria-label={`${words}: ${folded ? "unfold" : "fold"}`}
      title={`${words}, nothing ran: ${folded ? "unfold" : "fold"}`}
      data-testid={folded ? "fold" : "unfolded"}
      className={cx(box, "cursor-pointer whitespace-nowrap hover:bg-sunk hover:text-ink")}
      style={place}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={() => onPress(fold.key)}
    >
      {folded && px >= WORDS ? words : "⌇"}
    </button>
  );
}

/** Resizes the label column, by mouse or arrow keys. */
function Handle({ width, onResize }: { width: number; onResize: (label: number) => void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the label column"
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_LABEL}
      aria-valuemax={MAX_LABEL}
      tabIndex={0}
      data-testid="label-resize"
      className="absolute inset-y-0 z-20 w-[7px] cursor-col-resize hover:bg-accent/30 focus-visible:bg-accent/30"
      style={{ left: width - 4 }}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (from.current) onResize(from.current.width + event.clientX - from.current.x);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onKeyDown={(event) => {
        const by = event.key === "ArrowLeft" ? -16 : event.key === "ArrowRight" ? 16 : 0;
        if (by === 0) return;
        event.preventDefault();
        onResize(width + by);
      }}
    />
  );
}

/** The lines of the axis behind the rows, and the strips of folded stretches. */
export function Lines({ axis, columns }: { axis: Axis; columns: Columns }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0 border-line border-l"
      style={{ left: columns.label - 1, width: columns.axis + 1 }}
      aria-hidden
    >
      {axis.folds.map((fold) => (
        <span
          key={fold.key}
          className="absolute inset-y-0 border-line border-x border-dashed bg-sunk"
          style={{ left: fold.x * columns.axis, width: fold.width * columns.axis }}
        />
      ))}
      {axis.ticks
        .filter((tick) => tick.x > 0)
        .map((tick) => (
          <span
            key={tick.at}
            className="absolute inset-y-0 w-px bg-line opacity-60"
            style={{ left: tick.x * columns.axis }}
          />
        ))}
    </div>
  );
}
