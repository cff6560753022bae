import type { ReactNode } from "react";
import { cx } from "./cx";
import { type Shape, StatusMark, type Tone } from "./status";

/** An empty state: what is missing, and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1.5 px-6 py-8 text-center">
      <p className="font-[560]">{title}</p>
      {children && <div className="max-w-80 text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

const GROUND: Record<Tone, string> = {
  ok: "bg-ok-soft",
  warn: "bg-warn-soft",
  fail: "bg-fail-soft",
  mute: "bg-mute-soft",
  accent: "bg-accent-soft",
  violet: "bg-violet-soft",
};

interface CalloutProps {
  tone: Tone;
  shape: Shape;
  children: ReactNode;
  action?: ReactNode;
  /** Announced at once, for errors that have just happened. */
  alert?: boolean;
  className?: string;
  testId?: string;
}

/** A notice at the place that it concerns. */
export function Callout({ tone, shape, children, action, alert, className, testId }: CalloutProps) {
  return (
    <div
      role={alert ? "alert" : undefined}
      data-testid={testId}
      className={cx("flex items-start gap-2 px-3.5 py-2 text-ink", GROUND[tone], className)}
    >
      <span className="flex h-[19px] items-center">
        <StatusMark shape={shape} tone={tone} />
      </span>
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action}
    </div>
  );
}

/** Work in progress. Needs `label` unless a text next to it names the work. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex items-center gap-2 text-ink-2">
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        className="animate-spin text-accent motion-reduce:animate-none"
        aria-hidden
      >
        <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.6" opacity="0.25" />
        <path
          d="M7 1.5A5.5 5.5 0 0 1 12.5 7"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
      {label}
    </span>
  );
}
