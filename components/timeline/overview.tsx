"use client";
import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { Axis } from "@/lib/view/axis/axis";
import { type Bin, binsOf, heightsOf } from "@/lib/view/axis/overview";
import { centred, type View } from "@/lib/view/axis/zoom";
import type { RowList } from "@/lib/view/rows/list";
import { count, span } from "@/lib/view/text/format";
import { cx } from "../ui/cx";
import type { Columns } from "./columns";
import { useBrush } from "./use-brush";
import type { Zoom } from "./use-zoom";

const HEIGHT = 34;
/** Space above the columns for the problem markers. */
const SIGNS = 10;
const BIN_PX = 4;

interface OverviewProps {
  list: RowList;
  whole: Axis;
  axis: Axis;
  /** The start of the run, from which times are counted. */
  origin: number;
  /** Changes with the log. */
  version: number;
  columns: Columns;
  zoom: Zoom;
}

/** The whole run in one strip: how much started when, where the problems are, and which part is visible. */
export function Overview({ list, whole, axis, origin, version, columns, zoom }: OverviewProps) {
  const width = columns.axis;
  const brush = useBrush({
    width,
    onDone: ([a, b]) => zoom.choose({ left: Math.min(a, b), right: Math.max(a, b) }, true),
    onPress: (x) => zoom.choose(centred(zoom.view, x), true),
  });
  const words = `${at(axis.from - origin)} to ${at(axis.to - origin)} of ${at(whole.to - origin)}`;
  const short = at(axis.from - origin);
  const drawn = brush.brushed ?? [zoom.view.left, zoom.view.right];
  return (
    <div className="flex shrink-0 border-line border-b bg-bg text-ink-3" data-testid="overview">
      <div
        className="flex shrink-0 items-center justify-between gap-1 border-line border-r pr-1.5 pl-3.5 text-2xs"
        style={{ width: columns.label }}
      >
        <span className="truncate tabular-nums" data-testid="overview-words">
          {zoom.view.right - zoom.view.left < 0.999 ? (columns.compact ? short : words) : "Whole run"}
        </span>
        <Buttons zoom={zoom} />
      </div>
      <div
        {...brush.handlers}
        className="relative cursor-crosshair overflow-hidden"
        style={{ ...brush.handlers.style, width, height: HEIGHT }}
        data-testid="overview-strip"
      >
        <Density list={list} whole={whole} version={version} width={width} />
        <Shade from={0} to={Math.min(...drawn)} width={width} />
        <Shade from={Math.max(...drawn)} to={1} width={width} />
        <Window zoom={zoom} drawn={drawn} width={width} words={words} />
      </div>
    </div>
  );
}

const at = (ms: number): string => span(Math.max(0, ms));

function Buttons({ zoom }: { zoom: Zoom }) {
  const look = "grid h-5 min-w-5 place-items-center rounded-sm px-0.5 hover:bg-sunk hover:text-ink";
  return (
    <span className="flex shrink-0">
      {zoom.chosen && (
        <button
          type="button"
          className={cx(look, "px-1")}
          data-testid="zoom-reset"
          onClick={zoom.reset}
          title="0"
        >
          Reset
        </button>
      )}
      <button
        type="button"
        className={look}
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => zoom.scale(2)}
      >
        <Minus size={12} aria-hidden />
      </button>
      <button
        type="button"
        className={look}
        aria-label="Zoom in"
        title="Zoom in (+)"
        data-testid="zoom-in"
        onClick={() => zoom.scale(0.5)}
      >
        <Plus size={12} aria-hidden />
      </button>
    </span>
  );
}

interface DensityProps {
  list: RowList;
  whole: Axis;
  version: number;
  width: number;
}

/** Computed again only for another key: the list and the axis are new objects at each render. */
function useKeyed<T>(key: string, compute: () => T): T {
  const [kept, setKept] = useState(() => ({ key, value: compute() }));
  if (kept.key === key) return kept.value;
  const next = { key, value: compute() };
  setKept(next);
  return next.value;
}

/** Columns for calls, with triangles over those with problems: the shape shows it, not colour alone. */
function Density({ list, whole, version, width }: DensityProps) {
  const halfSeconds = Math.round((whole.to - whole.from) / 500);
  const bins = useKeyed(`${version} ${width} ${halfSeconds}`, () =>
    binsOf(whole, list.marks(), Math.max(1, Math.floor(width / BIN_PX))),
  );
  const problems = bins.reduce((sum, bin) => sum + bin.problems, 0);
  const calls = bins.reduce((sum, bin) => sum + bin.calls, 0);
  return (
    <svg
      role="img"
      aria-label={`${count(calls, "call")} of models and tools, ${count(problems, "problem")}`}
      width={width}
      height={HEIGHT}
      className="block"
    >
      <path d={columnsPath(bins)} className="fill-mute/55" />
      <path d={signsPath(bins)} className="fill-fail" />
    </svg>
  );
}

function columnsPath(bins: readonly Bin[]): string {
  return heightsOf(bins)
    .map((height, i) => {
      const px = Math.round(height * (HEIGHT - SIGNS - 2) * 2) / 2;
      return px > 0 ? `M${i * BIN_PX} ${HEIGHT - px}h${BIN_PX - 1}v${px}h${1 - BIN_PX}z` : "";
    })
    .join("");
}

/** Neighbouring problems share a marker, so that markers never cover one another. */
function signsPath(bins: readonly Bin[]): string {
  let free = 0;
  return bins
    .map(({ problems }, i) => {
      if (problems === 0 || i < free) return "";
      free = i + 2;
      return `M${i * BIN_PX + 1.5} 1.5l3.5 6.5h-7z`;
    })
    .join("");
}

function Shade({ from, to, width }: { from: number; to: number; width: number }) {
  if (to - from < 0.0005) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 bg-bg/65"
      style={{ left: from * width, width: (to - from) * width }}
    />
  );
}

interface WindowProps {
  zoom: Zoom;
  drawn: readonly [number, number];
  width: number;
  words: string;
}

const KEYS: Record<string, (zoom: Zoom) => void> = {
  ArrowLeft: ({ move }) => move(-0.1),
  ArrowRight: ({ move }) => move(0.1),
  PageUp: ({ move }) => move(-1),
  PageDown: ({ move }) => move(1),
  ArrowUp: ({ scale }) => scale(0.5),
  ArrowDown: ({ scale }) => scale(2),
  Home: ({ move }) => move(Number.NEGATIVE_INFINITY),
  End: ({ move }) => move(Number.POSITIVE_INFINITY),
};

/** The visible part: dragged, or moved by keys like a slider. */
function Window({ zoom, drawn, width, words }: WindowProps) {
  const held = useRef<{ x: number; view: View } | null>(null);
  const left = Math.min(...drawn) * width;
  const size = Math.max(3, (Math.max(...drawn) - Math.min(...drawn)) * width);
  const all = size >= width - 1;
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    event.stopPropagation();
    const middle = (held.current.view.left + held.current.view.right) / 2;
    zoom.choose(centred(held.current.view, middle + (event.clientX - held.current.x) / width));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Visible part of the run"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((zoom.view.left + zoom.view.right) / 2) * 100)}
      aria-valuetext={words}
      data-testid="overview-window"
      className={cx(
        "absolute inset-y-0 border-accent border-x-2",
        all ? "border-transparent" : "cursor-grab bg-accent/8 active:cursor-grabbing",
      )}
      style={{ left: Math.min(left, width - size), width: size }}
      onPointerDown={(event) => {
        if (all || event.button !== 0) return;
        event.stopPropagation();
        held.current = { x: event.clientX, view: zoom.view };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        held.current = null;
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const act = event.metaKey || event.ctrlKey || event.altKey ? undefined : KEYS[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act(zoom);
      }}
    />
  );
}
