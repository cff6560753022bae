"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useWidth } from "@/components/ui/use-width";
import type { SessionLog } from "@/lib/client/log/session-log";
import { select } from "@/lib/client/screen/url-state";
import type { SessionStatus } from "@/lib/engine/state/status";
import type { Axis } from "@/lib/view/axis/axis";
import { axisOf } from "@/lib/view/axis/axis-range";
import type { RowList } from "@/lib/view/rows/list";
import type { RowContent, RowContext, RowRef } from "@/lib/view/rows/row-content";
import { kindOf, rowContent, rowsToSpan } from "@/lib/view/rows/rows";
import type { RowId } from "@/lib/view/timeline/records";
import { cx } from "../ui/cx";
import { useColumns } from "./columns";
import { Overview } from "./overview";
import { ROW_HEIGHT, Row } from "./row";
import { Lines, Ruler, type TurnFolds } from "./ruler";
import { useFollow } from "./use-follow";
import { useRowKeys } from "./use-row-keys";
import { useChosenStretch, useZoom } from "./use-zoom";

const RULER = 26;
/**
 * With more rows than this the axis covers the visible rows only, since the bars of a long session would be
 * hairlines.
 */
const MANY = 120;
/** Fewer rows need no overview. */
const OVERVIEW = 12;

interface GridProps {
  view: SessionLog;
  status: SessionStatus;
  list: RowList;
  now: number;
  selected: RowId | null;
  onToggle: (id: RowId, open: boolean) => void;
  folds: TurnFolds;
  gaps: GapFolds;
}

/** The idle stretches that were unfolded by hand, by their start. */
export interface GapFolds {
  unfolded: ReadonlySet<number>;
  flip: (key: number) => void;
}

/** The visible rows and the time axis above them. */
export function Grid({ view, status, list, now, selected, onToggle, folds, gaps }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const columns = useColumns(width);
  const [follows, setFollows] = useState<boolean | null>(null);
  const inView = follows ?? list.count > MANY;
  const virtualizer = useVirtualizer({
    count: list.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: RULER,
    scrollPaddingStart: RULER,
  });
  const { timeline, streams } = view.log;
  const cellsIn = useCells(list);
  const items = virtualizer.getVirtualItems().flatMap(({ index }) => {
    const ref = list.at(index);
    return ref ? [{ index, ref, cells: cellsIn(ref, { timeline, now, streams, sumOf: list.sumOf }) }] : [];
  });
  const shown: RowContent[] = items.map((item) => item.cells);
  const chosen = useChosenStretch();
  const time = { timeline, status, now, width: columns.axis };
  const { unfolded } = gaps;
  const axis = useSteady(
    axisOf({ ...time, rows: inView ? rowsToSpan(shown) : null, zoom: chosen.stretch, unfolded }),
    virtualizer.isScrolling,
  );
  const whole = axisOf({ ...time, rows: null });
  const index = selected === null ? -1 : list.indexOf(selected);
  const follow = useFollow(scroller, list.count, selected === null);
  const { hold } = follow;
  const choose = useCallback(
    (id: RowId, at: number) => {
      if (at < list.count - 1) hold();
      select({ row: id });
    },
    [list.count, hold],
  );
  const show = (place: number) => virtualizer.scrollToIndex(place, { align: "auto" });
  const onKey = useRowKeys({ list, index, show, onToggle, hold: follow.hold });
  useShownOnce(index, show);
  const zoom = useZoom({
    timeline,
    list,
    chosen,
    whole,
    axis,
    onTop: (place) => {
      follow.hold();
      if (place >= 0) virtualizer.scrollToIndex(place, { align: "start" });
    },
  });

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {(list.count >= OVERVIEW || zoom.chosen) && (
        <Overview
          list={list}
          whole={whole}
          axis={axis}
          origin={timeline.from}
          version={timeline.version}
          columns={columns}
          zoom={zoom}
        />
      )}
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden [scrollbar-gutter:stable]"
      >
        <Ruler
          axis={axis}
          columns={columns}
          onResize={columns.resize}
          rows={list.count}
          inView={!zoom.chosen && (list.count > MANY || follows) ? inView : null}
          onInView={setFollows}
          onBrush={zoom.brush}
          onReset={zoom.reset}
          onUnfold={gaps.flip}
          folds={timeline.turns.length > 1 ? folds : null}
        />
        <div
          role="treegrid"
          tabIndex={0}
          aria-label="Timeline"
          aria-rowcount={list.count}
          aria-activedescendant={index >= 0 ? domId(index) : undefined}
          data-testid="timeline-rows"
          onKeyDown={onKey}
          className={cx(
            "group/grid relative min-h-full",
            index >= 0 ? "outline-none" : "focus-visible:-outline-offset-2",
          )}
          style={{ height: list.count * ROW_HEIGHT, minHeight: `calc(100% - ${RULER}px)` }}
        >
          <Lines axis={axis} columns={columns} />
          {items.map(({ index: at, ref, cells }) => (
            <Row
              key={ref.id}
              ref_={ref}
              kind={kindOf(ref)}
              cells={cells}
              index={at}
              domId={domId(at)}
              selected={at === index}
              columns={columns}
              axis={axis}
              now={now}
              onSelect={choose}
              onToggle={onToggle}
            />
          ))}
        </div>
      </div>
      {follow.away && (
        <button
          type="button"
          onClick={follow.jump}
          data-testid="jump-latest"
          className="absolute bottom-3 left-1/2 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-panel px-3 font-[520] text-xs shadow-pop hover:bg-sunk"
        >
          <ArrowDown size={13} aria-hidden /> Jump to latest
        </button>
      )}
    </div>
  );
}

/** Keeps the rows' content as long as the list is the same: scrolling changes only the axis. */
function useCells(list: RowList): (ref: RowRef, context: RowContext) => RowContent {
  const known = useMemo(() => ({ list, cells: new WeakMap<RowRef, RowContent>() }), [list]);
  return (ref, context) => {
    const cells = known.cells.get(ref) ?? rowContent(ref, context);
    known.cells.set(ref, cells);
    return cells;
  };
}

/**
 * Time between two changes of the axis while scrolling, in milliseconds: every third frame. Each change redraws all
 * bars, and a frame must have time for the rows that come into view.
 */
const STEADY_MS = 45;

/** The axis follows the visible rows without changing in every frame. */
function useSteady(axis: Axis, scrolling: boolean): Axis {
  const held = useRef({ axis, since: 0 });
  const now = performance.now();
  if (!scrolling || now - held.current.since >= STEADY_MS) held.current = { axis, since: now };
  return held.current.axis;
}

const domId = (index: number): string => `timeline-row-${index}`;

/** A row named in the address is scrolled into view when it first appears. */
function useShownOnce(index: number, show: (index: number) => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || index < 0) return;
    done.current = true;
    show(index);
  });
}
