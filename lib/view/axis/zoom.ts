/** The stretch of time that a person looks at: chosen with the mouse, by keys, or in the address. */
import type { Axis } from "./axis";

/** Milliseconds since the timeline's beginning. */
export interface Stretch {
  from: number;
  to: number;
}

/** The shortest stretch one can zoom to, in milliseconds. */
const SHORTEST = 10;

/** "1200-3400"; null for everything else. */
export function parseZoom(text: string | null): Stretch | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "");
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  return match && from < to ? { from, to } : null;
}

/** The reverse of `parseZoom`, to the millisecond; no shorter than can be looked at. */
export function formatZoom({ from, to }: Stretch): string {
  const start = Math.max(0, Math.round(from));
  return `${start}-${Math.max(Math.round(to), start + SHORTEST)}`;
}

/** What is shown now, as parts of the whole run's axis, left and right edge between 0 and 1. */
export interface View {
  left: number;
  right: number;
}

export const viewOf = (whole: Axis, shown: Pick<Axis, "from" | "to">): View => ({
  left: whole.x(shown.from),
  right: whole.x(shown.to),
});

/** The stretch between two places on an axis, in either order. */
export function stretchOf(axis: Axis, origin: number, [a, b]: readonly [number, number]): Stretch {
  return { from: axis.at(Math.min(a, b)) - origin, to: axis.at(Math.max(a, b)) - origin };
}

/** As wide as before, moved by parts of its own width; it stops at either end of the run. */
export function moved({ left, right }: View, by: number): View {
  const width = right - left;
  const to = Math.min(Math.max(left + by * width, 0), 1 - width);
  return { left: to, right: to + width };
}

/** Its middle at `x`, as far as the ends of the run let it. */
export const centred = ({ left, right }: View, x: number): View =>
  right > left ? moved({ left, right }, (x - (left + right) / 2) / (right - left)) : { left, right };

/** Wider or narrower about its middle; null when that is the whole run. */
export function scaled({ left, right }: View, factor: number): View | null {
  const width = (right - left) * factor;
  if (width >= 1) return null;
  const start = Math.min(Math.max((left + right - width) / 2, 0), 1 - width);
  return { left: start, right: start + width };
}
