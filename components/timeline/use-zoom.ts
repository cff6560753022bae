"use client";
import { useEffect, useState } from "react";
import { createThrottle } from "@/lib/client/screen/throttle";
import { show } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import type { Axis } from "@/lib/view/axis/axis";
import {
  formatZoom,
  moved,
  parseZoom,
  type Stretch,
  scaled,
  stretchOf,
  type View,
  viewOf,
} from "@/lib/view/axis/zoom";
import type { RowList } from "@/lib/view/rows/list";
import type { Timeline } from "@/lib/view/timeline/records";
import { useShortcut } from "../keys/shortcuts";
import type { Brushed } from "./use-brush";

/** How often the rest of the page is told about a drag, in milliseconds. */
const EVERY_MS = 200;

export interface ChosenStretch {
  stretch: Stretch | null;
  /** With `step`, Back returns to the previous choice. */
  set: (stretch: Stretch, step: boolean) => void;
  reset: () => void;
}

/** The selected time range, kept in the address. */
export function useChosenStretch(): ChosenStretch {
  const written = parseZoom(useSelection().zoom);
  const [moving, setMoving] = useState<Stretch | null>(null);
  const [throttle] = useState(() => createThrottle(EVERY_MS));
  useEffect(() => throttle.flush, [throttle]);
  const write = (stretch: Stretch | null, step: boolean) => {
    throttle.drop();
    setMoving(null);
    show({ zoom: stretch && formatZoom(stretch) }, step);
  };
  return {
    stretch: moving ?? written,
    set: (stretch, step) => {
      if (step) return write(stretch, true);
      setMoving(stretch);
      throttle.run(() => write(stretch, false));
    },
    reset: () => write(null, false),
  };
}

interface ZoomInput {
  timeline: Timeline;
  list: RowList;
  chosen: ChosenStretch;
  /** The axis of the whole run. */
  whole: Axis;
  /** The axis that is shown now. */
  axis: Axis;
  /** Scrolls a row to the top. */
  onTop: (index: number) => void;
}

export interface Zoom {
  /** The visible part, on the axis of the whole run. */
  view: View;
  chosen: boolean;
  /** Shows a part of the whole run's axis. */
  choose: (view: View, step?: boolean) => void;
  /** Shows a part of the current axis. */
  brush: (brushed: Brushed) => void;
  scale: (factor: number) => void;
  move: (by: number) => void;
  reset: () => void;
}

const ZOOM = 2;
const MOVE = 0.25;

/** Chooses the visible time range by mouse and keys; its first row scrolls to the top. */
export function useZoom({ timeline, list, chosen, whole, axis, onTop }: ZoomInput): Zoom {
  const view = viewOf(whole, axis);
  const set = (stretch: Stretch, step: boolean) => {
    chosen.set(stretch, step);
    onTop(list.indexAt(timeline.from + stretch.from));
  };
  const { reset } = chosen;
  const zoomed = chosen.stretch !== null;
  const choose = ({ left, right }: View, step = false) =>
    set(stretchOf(whole, timeline.from, [left, right]), step);
  const scale = (factor: number) => {
    const next = scaled(view, factor);
    if (next) choose(next);
    else reset();
  };
  const move = (by: number) => {
    if (view.right - view.left < 1) choose(moved(view, by));
  };
  const group = "Timeline";
  useShortcut("zoom-in", { keys: ["+", "="], label: "Zoom in", group }, () => scale(1 / ZOOM));
  useShortcut("zoom-out", { keys: "-", label: "Zoom out", group }, () => scale(ZOOM));
  useShortcut("zoom-earlier", { keys: "a", label: "Earlier", group }, () => move(-MOVE));
  useShortcut("zoom-later", { keys: "d", label: "Throttler", group }, () => move(MOVE));
  useShortcut("zoom-reset", { keys: "0", label: "Show whole run", group, when: zoomed }, reset);
  return {
    view,
    chosen: zoomed,
    choose,
    brush: (brushed) => set(stretchOf(axis, timeline.from, brushed), true),
    scale,
    move,
    reset,
  };
}
