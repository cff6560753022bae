"use client";
import { useMemo, useState } from "react";
import { storage } from "@/lib/client/screen/storage";

/** The widths of the timeline's columns: the label column can be dragged between these bounds, in pixels. */
export const MIN_LABEL = 110;
export const MAX_LABEL = 560;

export interface Columns {
  /** Width of the label column, in pixels. */
  label: number;
  /** Width of the time axis, in pixels. */
  axis: number;
  /** Space after the axis, for the text of bars that end with it. */
  room: number;
  /** Too narrow for text on badges. */
  compact: boolean;
}

const KEY = "callscope.timeline.label";
/** The axis keeps at least this much. */
const MIN_AXIS = 120;

/** Divides a timeline of this width. The width of the label column is remembered in this browser. */
export function useColumns(width: number): Columns & { resize: (label: number) => void } {
  const [chosen, setChosen] = useState(() => Number(storage.getItem(KEY)) || null);
  const narrow = width > 0 && width < 480;
  const wanted = chosen ?? (narrow ? 148 : width < 640 ? 256 : 290);
  const label = Math.round(
    Math.min(Math.max(wanted, MIN_LABEL), MAX_LABEL, Math.max(width - MIN_AXIS, MIN_LABEL)),
  );
  const right = Math.max(60, width - label);
  const room = Math.min(104, Math.round(right * 0.24));
  return useMemo(
    () => ({
      label,
      axis: right - room,
      room,
      compact: label < 200,
      resize: (to) => {
        const kept = Math.round(Math.min(Math.max(to, MIN_LABEL), MAX_LABEL));
        storage.setItem(KEY, String(kept));
        setChosen(kept);
      },
    }),
    [label, right, room],
  );
}
