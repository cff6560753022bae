"use client";
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useRef } from "react";
import type { Axis } from "@/lib/view/axis";
import { count, duration } from "@/lib/view/format";
import { type Columns, MAX_LABEL, MIN_LABEL } from "./columns";

/** All turns at once. */
export interface TurnFolds {
  /** Some turn is folded: the next press unfolds them all. */
  some: boolean;
  flip: () => void;
}

interface RulerProps {
  axis: Axis;
  columns: Columns;
  onResize: (label: number) => void;
  rows: number;
  /** Whether the axis spans the rows in view only; null where all rows are in view. */
  zoom: boolean | null;
  onZoom: (zoom: boolean) => void;
  /** Null: there is one turn at most. */
  folds: TurnFolds | null;
}

/** The labels of the time axis; stays above the rows. */
export function Ruler({ axis, columns, onResize, rows, zoom, onZoom, folds }: RulerProps) {
  return (
    <div className="code-2xs sticky top-0 z-10 flex h-[26px] border-line border-b bg-bg text-ink-3">
      <div
        className="flex shrink-0 items-center justify-between border-line border-r pr-2 pl-3.5"
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
          {count(rows, "row")}
        </span>
        {zoom !== null && (
          <button
            type="button"
            className="rounded-sm px-1 hover:bg-sunk hover:text-ink"
            title={zoom ? "The axis spans the rows in view" : "The axis spans the whole session"}
            aria-pressed={zoom}
            data-testid="axis-zoom"
            onClick={() => onZoom(!zoom)}
          >
            {zoom ? "in view" : "whole"}
          </button>
        )}
      </div>
      <Handle width={columns.label} onResize={onResize} />
      <div className="relative flex-1 overflow-hidden" aria-hidden>
        {axis.ticks.map((tick) => (
          <span
            key={tick.at}
            className="absolute top-[5px] whitespace-nowrap pl-1.5"
            style={{ left: tick.x * columns.axis }}
          >
            {tick.label}
          </span>
        ))}
        {axis.folds.map((fold) => (
          <span
            key={fold.x}
            className="absolute inset-y-0 grid place-items-center bg-bg"
            style={{ left: fold.x * columns.axis, width: fold.width * columns.axis }}
            title={`${duration(fold.ms)} without work, folded`}
            data-testid="fold"
          >
            ⌇
          </span>
        ))}
      </div>
    </div>
  );
}

/** Makes the label column wider or narrower, by mouse or arrow keys. */
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

/** The lines of the axis behind the rows, and the strips of what is folded. */
export function Lines({ axis, columns }: { axis: Axis; columns: Columns }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0 border-line border-l"
      style={{ left: columns.label - 1, width: columns.axis + 1 }}
      aria-hidden
    >
      {axis.folds.map((fold) => (
        <span
          key={fold.x}
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
