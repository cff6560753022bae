"use client";
import { type PointerEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Segmented } from "@/components/ui/segmented";
import type { RetryPolicy } from "@/lib/protocol/policy";
import { type PlannedAttempt, planOf, planText } from "@/lib/view/authoring/plan";
import {
  DRAWN,
  leastSecs,
  type PlanHandle,
  planHandles,
  planScale,
  stepOf,
  steppedSecs,
} from "@/lib/view/authoring/plan-handles";
import { duration } from "@/lib/view/text/format";
import { type Bar, Rungs } from "./rungs";

interface PolicyPlanProps {
  policy: RetryPolicy;
  onChange: (field: keyof RetryPolicy, value: number) => void;
}

type Fate = "hang" | "fail";

/** How long an attempt runs before it fails by itself, in milliseconds. */
const FAILS_AFTER = 1_000;

/** A preview of the policy: all attempts in the worst case, with a handle for each setting. */
export function PolicyPlan({ policy, onChange }: PolicyPlanProps) {
  const [fate, setFate] = useState<Fate>("hang");
  const [frozen, setFrozen] = useState<number | null>(null);
  const plan = planOf(policy, fate === "hang" ? null : FAILS_AFTER);
  const total = policy.total_timeout_secs === null ? null : policy.total_timeout_secs * 1000;
  const length = frozen ?? planScale(policy, plan);
  return (
    <section
      className="mt-3 rounded-lg border border-line"
      data-testid="policy-plan"
      aria-label="Policy preview"
    >
      <header className="flex flex-wrap items-center gap-2 border-line border-b bg-sunk px-[11px] py-1.5">
        <h3 className="mr-auto font-[560] text-xs">If every attempt</h3>
        <Segmented
          label="Outcome of each attempt"
          value={fate}
          onChange={setFate}
          options={[
            { value: "hang", label: "never answers" },
            { value: "fail", label: "fails after 1 s" },
          ]}
        />
      </header>
      <Rungs
        label="Planned attempts"
        bars={plan.attempts.slice(0, DRAWN).map(barOf)}
        length={length}
        totalAt={total}
      >
        {planHandles(policy, plan)
          .filter(({ at }) => at <= length)
          .map((handle) => (
            <Grip
              key={handle.field}
              handle={handle}
              length={length}
              onHold={(held) => setFrozen(held ? length : null)}
              onChange={onChange}
            />
          ))}
      </Rungs>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-[11px] py-1.5">
        <p className="min-w-0 flex-1 text-ink-2 text-xs" data-testid="plan-text" aria-live="polite">
          {fate === "hang" ? "Worst case " : "Then "}
          {planText(plan)}.{plan.attempts.length > DRAWN && ` The first ${DRAWN} are drawn.`}
        </p>
        <Button
          small
          aria-label="Fewer attempts"
          why={policy.max_attempts <= 1 && "At least one attempt is made"}
          onClick={() => onChange("max_attempts", policy.max_attempts - 1)}
        >
          −
        </Button>
        <Button
          small
          aria-label="More attempts"
          onClick={() => onChange("max_attempts", policy.max_attempts + 1)}
        >
          +
        </Button>
      </div>
    </section>
  );
}

function barOf({ attempt, from, to, cut }: PlannedAttempt, index: number, all: PlannedAttempt[]): Bar {
  const wait = all[index - 1]?.to ?? null;
  const end =
    cut === null ? "fails by itself" : `ended by the ${cut === "total timeout" ? "total" : "attempt"} limit`;
  const waited = wait === null ? "" : ` after a wait of ${duration(from - wait)}`;
  const words = `Attempt ${attempt + 1}${waited}: ${to === null ? "no limit" : `${duration(to - from)}, ${end}`}`;
  const look = cut === null ? "bg-mute/60" : "bg-fail/60";
  return { key: attempt, label: String(attempt + 1), words, waitFrom: wait, from, to, look, limitAt: null };
}

interface GripProps {
  handle: PlanHandle;
  length: number;
  /** The scale does not change while a handle is held. */
  onHold: (held: boolean) => void;
  onChange: PolicyPlanProps["onChange"];
}

function Grip({ handle, length, onHold, onChange }: GripProps) {
  const { field, label, at, origin, row, value } = handle;
  const held = useRef(false);
  const drag = (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!held.current || !track) return;
    const ms = ((event.clientX - track.left) / track.width) * length - origin;
    onChange(field, Math.max(leastSecs(field), steppedSecs(ms / 1000)));
  };
  const release = () => {
    held.current = false;
    onHold(false);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={leastSecs(field)}
      aria-valuemax={1_000_000_000}
      aria-valuenow={value}
      aria-valuetext={`${value} s`}
      title={`${label} ${value} s: drag, or use the arrow keys`}
      data-testid={`grip-${field}`}
      className={cx(
        "pointer-events-auto absolute w-2.5 -translate-x-1/2 cursor-ew-resize touch-none rounded-sm outline-none",
        "before:absolute before:inset-y-0 before:left-1/2 before:w-[3px] before:-translate-x-1/2 before:rounded-full",
        "before:bg-accent hover:before:w-[5px] focus-visible:ring-2 focus-visible:ring-accent",
        row === null ? "inset-y-1" : "h-[18px]",
      )}
      style={{ left: `${(100 * at) / length}%`, ...(row === null ? {} : { top: 6 + row * 18 }) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = true;
        onHold(true);
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[
          event.key
        ];
        if (by === undefined) return;
        event.preventDefault();
        onChange(field, Math.max(leastSecs(field), steppedSecs(value + by * stepOf(value))));
      }}
    />
  );
}
