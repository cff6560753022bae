"use client";
import type { ReactNode } from "react";
import { Card, Facts } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { InjectedLines } from "@/components/shared/injected-lines";
import { useNow } from "@/components/shared/use-now";
import { Callout } from "@/components/ui/feedback";
import { Badge, type Shape, type Tone } from "@/components/ui/status";
import type { SessionLog } from "@/lib/client/log/session-log";
import { statusOf } from "@/lib/engine/state/status";
import { type AttemptLine, attemptsView } from "@/lib/view/inspector/attempts-view";
import { capital, clock, countdown, exactMs } from "@/lib/view/text/format";
import { waitsFor } from "@/lib/view/timeline/attempts";
import type { CallRecord, ModelRecord } from "@/lib/view/timeline/records";
import { LadderCard } from "./ladder-card";

interface AttemptsTabProps {
  record: CallRecord | ModelRecord;
  view: SessionLog;
}

/** When each attempt ran, how it ended, what followed, and the policy that decided it. */
export function AttemptsTab({ record, view }: AttemptsTabProps) {
  const now = useNow(view, statusOf(view.log.state));
  const interrupted = view.log.timeline.interrupt !== undefined;
  const asks = record.kind === "call" && waitsFor(record, view.log.timeline) !== null;
  const { attempts, policy, formula, cutShort } = attemptsView(record);
  return (
    <>
      <LadderCard record={record} now={now} interrupted={interrupted} />
      {attempts.map((attempt, i) => (
        <Attempt key={attempt.label} attempt={attempt} asks={asks} now={interrupted ? null : now}>
          <InjectedLines
            struck={record}
            injected={record.injected.filter((fact) => fact.attempt === record.attempts[i]?.attempt)}
          />
        </Attempt>
      ))}
      {cutShort && (
        <Callout tone="fail" shape="cross" className="mx-3.5 mt-2.5 rounded-lg" testId="cut-short">
          No further attempt: {cutShort}.
        </Callout>
      )}
      {policy.length > 0 && (
        <Card title="Policy of this call" aside="as resolved when the call was made" testId="policy">
          <table className="w-full text-left text-xs">
            <thead className="sr-only">
              <tr>
                <th>Field</th>
                <th>Value</th>
                <th>Set by</th>
              </tr>
            </thead>
            <tbody>
              {policy.map((line) => (
                <tr
                  key={line.field}
                  className="border-line border-t first:border-t-0"
                  data-testid={`policy-${line.field}`}
                >
                  <th scope="row" className="py-1 pl-[11px] font-normal text-ink-2">
                    {line.label}
                  </th>
                  <td className="py-1 font-[540]">{line.value}</td>
                  <td className="py-1 pr-[11px] text-right text-ink-3">{line.layer}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {formula && (
            <p className="border-line border-t px-[11px] py-1.5 text-ink-2 text-xs">Wait {formula}.</p>
          )}
        </Card>
      )}
    </>
  );
}

const SIGNS: Record<AttemptLine["outcome"], { shape: Shape; tone: Tone }> = {
  queued: { shape: "dotted-ring", tone: "mute" },
  running: { shape: "dotted-ring", tone: "accent" },
  completed: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  rejected: { shape: "cross", tone: "fail" },
  voided: { shape: "dashed-ring", tone: "mute" },
};

interface AttemptProps {
  attempt: AttemptLine;
  /** A running attempt waits for a person, so it is shown as waiting. */
  asks: boolean;
  /** Null: the clocks are stopped until the session is resumed. */
  now: number | null;
  /** Shown above the times. */
  children: ReactNode;
}

function Attempt({ attempt, asks, now, children }: AttemptProps) {
  const { label, outcome, took, detail } = attempt;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {capital(label)}
          <Badge {...SIGNS[outcome]} status={outcome}>
            {asks && outcome === "running" ? "waiting" : outcome}
          </Badge>
        </span>
      }
      aside={took === null ? undefined : exactMs(took)}
      testId="attempt"
    >
      {children}
      <Facts items={[...times(attempt, now), ...endings(attempt, now)]} />
      {detail !== undefined && (
        <CodeView text={JSON.stringify(detail, null, 2) ?? ""} language="json" label="Detail" rows={8} />
      )}
    </Card>
  );
}

type Items = { name: string; value: ReactNode }[];

function times(attempt: AttemptLine, now: number | null): Items {
  const { startedAt, queued, endedAt } = attempt;
  return [
    ...(startedAt === null ? [] : [{ name: "Started", value: clock(startedAt) }]),
    ...(queued ? [{ name: "Time in queue", value: exactMs(queued) }] : []),
    ...(endedAt === null ? [] : [{ name: "Ended", value: clock(endedAt) }]),
    ...deadlines(attempt, now),
  ];
}

function endings({ cause, error, retryable, code, wait }: AttemptLine, now: number | null): Items {
  return [
    ...(cause ? [{ name: "Ended by", value: cause }] : []),
    ...(error ? [{ name: "Error", value: <span className="text-fail">{error}</span> }] : []),
    ...(retryable === null ? [] : [{ name: "Retryable", value: retryable ? "yes" : "no: terminal" }]),
    ...(code ? [{ name: "Code", value: code }] : []),
    ...(wait ? [{ name: "Then", value: waitText(wait, now) }] : []),
  ];
}

/** Limits that have not passed count down while the attempt runs. */
function deadlines({ deadlineAt, totalDeadlineAt, endedAt }: AttemptLine, now: number | null) {
  const words = (at: number) => {
    if (endedAt !== null) return clock(at);
    return now === null ? `${clock(at)}, ${AT_RESUME}` : `${clock(at)}, in ${countdown(at - now)}`;
  };
  return [
    ...(deadlineAt === null ? [] : [{ name: "Attempt limit", value: words(deadlineAt) }]),
    ...(totalDeadlineAt === null ? [] : [{ name: "Total limit", value: words(totalDeadlineAt) }]),
  ];
}

const AT_RESUME = "paused until the session is resumed";

function waitText({ ms, dueAt }: { ms: number; dueAt: number }, now: number | null): string {
  const when = now !== null && dueAt > now ? `in ${countdown(dueAt - now)}` : `at ${clock(dueAt)}`;
  return `waits ${exactMs(ms)}, next attempt ${when}`;
}
