import { type Bar, Rungs } from "@/components/policy/rungs";
import { Card } from "@/components/shared/card";
import { type Ladder, ladderOf, type Rung } from "@/lib/view/inspector/ladder";
import { capital, countdown, duration } from "@/lib/view/text/format";
import { isSettled } from "@/lib/view/timeline/attempts";
import type { CallRecord, ModelRecord } from "@/lib/view/timeline/records";
import { TEXT } from "./text";

const LOOK: Record<Rung["outcome"], string> = {
  completed: "bg-ok",
  failed: "bg-fail/75",
  rejected: "bg-fail/75",
  voided: "bg-mute/60",
  running: "border-[1.5px] border-accent bg-accent-soft",
  queued: "border border-accent border-dashed",
  planned: "border border-line-strong border-dashed",
  unused: "border border-line border-dotted",
};

const WORDS: Partial<Record<Rung["outcome"], string>> = {
  planned: "planned, if the attempts before it fail",
  unused: "not needed",
};

const PAUSED = TEXT.paused;

interface LadderCardProps {
  record: CallRecord | ModelRecord;
  now: number;
  /** The session waits to be resumed. */
  interrupted: boolean;
}

/** The attempts that were made, over those that the policy plans, with the limits and what happens next. */
export function LadderCard({ record, now, interrupted }: LadderCardProps) {
  const ladder = ladderOf(record, now, interrupted);
  if (!ladder || (ladder.rungs.length < 2 && ladder.next === null)) return null;
  const words = interrupted && !isSettled(record) ? PAUSED : nextText(ladder, now);
  return (
    <Card title="Attempts" aside={duration(ladder.length)} testId="ladder">
      <Rungs
        label="Attempts made and planned"
        bars={ladder.rungs.map(barOf)}
        length={ladder.length}
        totalAt={ladder.totalAt}
      />
      {words && (
        <p className="border-line border-t px-[11px] py-1.5 text-ink-2 text-xs" data-testid="ladder-next">
          {words}
        </p>
      )}
    </Card>
  );
}

function barOf({ attempt, label, outcome, waitFrom, from, to, limitAt, fault }: Rung): Bar {
  const took = to === null ? "" : `, ${duration(to - from)}`;
  const made = outcome !== "planned" && outcome !== "unused";
  const words = `${label}: ${WORDS[outcome] ?? outcome}${made ? took : ""}${fault ? `, by ${fault}` : ""}`;
  return {
    key: attempt,
    label: String(attempt + 1),
    words,
    waitFrom,
    from,
    to,
    look: LOOK[outcome],
    limitAt,
  };
}

function nextText({ next, more }: Ladder, now: number): string {
  const coming = next ? `${capital(next.what)} in ${countdown(next.at - now)}.` : "";
  return more > 0 ? `${coming} ${more} further attempts are allowed.`.trim() : coming;
}
