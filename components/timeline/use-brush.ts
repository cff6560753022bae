"use client";
import { type PointerEvent, useRef, useState } from "react";

/** Two positions on an axis between 0 and 1, in the order in which they were drawn. */
export type Brushed = readonly [number, number];

interface BrushOptions {
  /** Width of the axis, in pixels. */
  width: number;
  onDone: (brushed: Brushed) => void;
  /** Called for a press that did not move. */
  onPress?: (x: number) => void;
}

/** A press that moves less than this is a click, in pixels. */
const STILL = 4;

/** A range drawn with the pointer over an element as wide as the axis, in either direction. */
export function useBrush({ width, onDone, onPress }: BrushOptions) {
  const start = useRef<number | null>(null);
  const [brushed, setBrushed] = useState<Brushed | null>(null);
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const x = (clientX - currentTarget.getBoundingClientRect().left) / Math.max(width, 1);
    return Math.min(Math.max(x, 0), 1);
  };
  const end = () => {
    start.current = null;
    setBrushed(null);
  };
  return {
    brushed,
    handlers: {
      style: { touchAction: "pan-y" } as const,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        start.current = placeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current === null) return;
        const to = placeOf(event);
        if (brushed || Math.abs(to - start.current) * width >= STILL) setBrushed([start.current, to]);
      },
      onPointerUp: () => {
        if (brushed) onDone(brushed);
        else if (start.current !== null) onPress?.(start.current);
        end();
      },
      onPointerCancel: end,
    },
  };
}
