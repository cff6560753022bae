import type { CSSProperties, ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** One attempt on a scale; all numbers in milliseconds from the scale's start. */
export interface Bar {
  key: string | number;
  label: string;
  /** Read by screen readers and shown as the tooltip. */
  words: string;
  waitFrom: number | null;
  from: number;
  /** Null: it continues beyond the end of the scale. */
  to: number | null;
  look: string;
  limitAt: number | null;
}

interface RungsProps {
  bars: Bar[];
  length: number;
  /** When the total limit ends all attempts. */
  totalAt: number | null;
  label: string;
  /** Drawn over the rungs. */
  children?: ReactNode;
}

const LABEL_PX = 26;
const TRACK: CSSProperties = { left: LABEL_PX, right: 8 };

/** Attempts one below the other, each after the wait before it, with the limits as dashed lines. */
export function Rungs({ bars, length, totalAt, label, children }: RungsProps) {
  const part = (at: number) => `${Math.min(100, Math.max(0, (100 * at) / length))}%`;
  return (
    <div className="relative px-[11px] py-1.5">
      <ol aria-label={label} className="relative">
        {bars.map((bar) => (
          <li key={bar.key} className="relative h-[18px]" title={bar.words} data-testid="rung">
            <span className="tabular absolute left-0 text-2xs text-ink-3 leading-[18px]" aria-hidden>
              {bar.label}
            </span>
            <span className="sr-only">{bar.words}</span>
            <span className="absolute inset-y-0" style={TRACK} aria-hidden>
              {bar.waitFrom !== null && (
                <Piece className="hatched" from={part(bar.waitFrom)} to={part(bar.from)} />
              )}
              <Piece
                className={cx(
                  "min-w-[3px] rounded-[3px]",
                  bar.look,
                  bar.to === null && "rounded-r-none border-r-0",
                )}
                from={part(bar.from)}
                to={part(bar.to ?? length)}
              />
              {bar.limitAt !== null && bar.limitAt <= length && (
                <Line at={part(bar.limitAt)} className="inset-y-0.5 border-fail" />
              )}
            </span>
          </li>
        ))}
      </ol>
      <span className="pointer-events-none absolute inset-y-0" style={{ left: LABEL_PX + 11, right: 8 + 11 }}>
        {totalAt !== null && totalAt <= length && (
          <Line at={part(totalAt)} className="inset-y-1 border-fail border-l-2" />
        )}
        {children}
      </span>
    </div>
  );
}

function Piece({ from, to, className }: { from: string; to: string; className: string }) {
  return (
    <span
      className={cx("absolute top-1 h-2.5", className)}
      style={{ left: from, width: `calc(${to} - ${from})` }}
    />
  );
}

function Line({ at, className }: { at: string; className: string }) {
  return (
    <span className={cx("absolute border-l border-dashed", className)} style={{ left: at }} aria-hidden />
  );
}
