import type { Axis } from "@/lib/view/axis";
import { count, duration } from "@/lib/view/format";
import type { Columns } from "./row";

interface RulerProps {
  axis: Axis;
  columns: Columns;
  rows: number;
  /** Whether the axis spans the rows in view only; null where all rows are in view. */
  zoom: boolean | null;
  onZoom: (zoom: boolean) => void;
}

/** The labels of the time axis; stays above the rows. */
export function Ruler({ axis, columns, rows, zoom, onZoom }: RulerProps) {
  return (
    <div className="code-2xs sticky top-0 z-10 flex h-[26px] border-line border-b bg-bg text-ink-3">
      <div
        className="flex shrink-0 items-center justify-between border-line border-r pr-2 pl-3.5"
        style={{ width: columns.label }}
      >
        {count(rows, "row")}
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

/** The lines of the axis behind the rows, and the strips of what is folded. */
export function Lines({ axis, columns }: { axis: Axis; columns: Columns }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0"
      style={{ left: columns.label, width: columns.axis }}
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
            className="absolute inset-y-0 w-px bg-line opacity-70"
            style={{ left: tick.x * columns.axis }}
          />
        ))}
    </div>
  );
}
