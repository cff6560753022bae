/** The whole run in a strip: how many calls began in each part of it, and in which of them something went wrong. */
import type { Mark } from "@/lib/view/rows/row-content";
import type { Axis } from "./axis";

export interface Bin {
  calls: number;
  problems: number;
}

/** `count` bins of the same width on the axis. What began outside of it is counted at its edge. */
export function binsOf(axis: Axis, marks: Iterable<Mark>, count: number): Bin[] {
  const bins = Array.from({ length: count }, (): Bin => ({ calls: 0, problems: 0 }));
  for (const { at, problem } of marks) {
    const bin = bins[Math.min(count - 1, Math.floor(axis.x(at) * count))];
    if (!bin) continue;
    bin.calls += 1;
    if (problem) bin.problems += 1;
  }
  return bins;
}

/** Heights between 0 and 1. Few calls beside many stay visible: the root of the count is drawn. */
export function heightsOf(bins: readonly Bin[]): number[] {
  const most = Math.max(1, ...bins.map(({ calls }) => calls));
  return bins.map(({ calls }) => Math.sqrt(calls / most));
}
