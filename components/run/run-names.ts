"use client";
import { useCallback } from "react";
import { useSessions } from "@/lib/client/queries";
import { runName } from "@/lib/view/fork-tree";
import type { SessionSummary } from "@/lib/wire/sessions";
import type { Shape, Tone } from "../ui/status";

const SIGNS: Record<string, { shape: Shape; tone: Tone }> = {
  running: { shape: "dotted-ring", tone: "accent" },
  waiting: { shape: "dotted-ring", tone: "accent" },
  interrupted: { shape: "diamond", tone: "warn" },
  idle: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  cancelled: { shape: "dashed-ring", tone: "mute" },
};

/** The sign of a run in lists, by how it stands. */
export const runSign = (status: string): { shape: Shape; tone: Tone } =>
  SIGNS[status] ?? { shape: "ring", tone: "mute" };

/** The time of today, the date of other days. */
export function clock(at: number): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString([], { hour12: false })
    : date.toLocaleString([], { dateStyle: "short", timeStyle: "short", hour12: false });
}

const NONE: SessionSummary[] = [];

/** The runs of a workspace (null: all), newest first, and what each run is called wherever it is named. */
export function useRuns(workspace: string | null) {
  const { data } = useSessions(workspace);
  const runs = data?.items ?? NONE;
  const numbered = data?.next === null;
  const nameOf = useCallback(
    (run: Pick<SessionSummary, "id" | "created_at">) => runName(runs, run, { numbered, clock }),
    [runs, numbered],
  );
  return { runs, nameOf };
}
