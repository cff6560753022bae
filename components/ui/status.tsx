import type { ReactNode } from "react";
import { cx } from "./cx";

/** The shape shows the status without colour; the tone repeats it. */
export type Shape =
  | "dot"
  | "triangle"
  | "cross"
  | "ring"
  | "dashed-ring"
  | "diamond"
  | "hollow-diamond"
  | "dotted-ring"
  | "bolt"
  | "none";
export type Tone = "ok" | "warn" | "fail" | "mute" | "accent" | "violet";

const INK: Record<Tone, string> = {
  ok: "text-ok",
  warn: "text-warn",
  fail: "text-fail",
  mute: "text-mute",
  accent: "text-accent",
  violet: "text-violet",
};

const SOFT: Record<Tone, string> = {
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  fail: "bg-fail-soft text-fail",
  mute: "bg-mute-soft text-mute",
  accent: "bg-accent-soft text-accent",
  violet: "bg-violet-soft text-violet",
};

const DRAWN: Record<Exclude<Shape, "none">, ReactNode> = {
  dot: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  triangle: <path d="M6 1.6 11 10.4H1Z" fill="currentColor" />,
  cross: (
    <path d="m2.6 2.6 6.8 6.8m0-6.8-6.8 6.8" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  ),
  ring: <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  "dashed-ring": (
    <circle
      cx="6"
      cy="6"
      r="4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.2 1.99"
    />
  ),
  diamond: <path d="M6 1 11 6 6 11 1 6Z" fill="currentColor" />,
  "hollow-diamond": (
    <path
      d="M6 1.6 10.4 6 6 10.4 1.6 6Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    />
  ),
  bolt: <path d="M7.2.8 2 7h3.4L4.6 11.2 10 4.8H6.4Z" fill="currentColor" />,
  "dotted-ring": (
    <circle
      cx="6"
      cy="6"
      r="4.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeDasharray="0.1 3.2"
    />
  ),
};

/** A status icon on its own: give it a `label` unless a text next to it names the status. */
export function StatusMark({ shape, tone, label }: { shape: Shape; tone: Tone; label?: string }) {
  if (shape === "none") return null;
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 12 12"
      className={cx("shrink-0", INK[tone])}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-shape={shape}
    >
      {DRAWN[shape]}
    </svg>
  );
}

interface BadgeProps {
  shape: Shape;
  tone: Tone;
  children: ReactNode;
  /** For tests and styles that follow the state. */
  status?: string;
  testId?: string;
  title?: string;
}

/** A status as icon and label. */
export function Badge({ shape, tone, children, status, testId, title }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-[19px] shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-[7px] text-[11.5px] font-[540]",
        SOFT[tone],
      )}
      data-testid={testId}
      data-status={status}
      title={title}
    >
      {shape !== "none" && (
        <svg width="9" height="9" viewBox="0 0 12 12" aria-hidden data-shape={shape}>
          {DRAWN[shape]}
        </svg>
      )}
      {children}
    </span>
  );
}
