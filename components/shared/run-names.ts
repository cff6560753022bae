"use client";
import { useCallback } from "react";
import type { Shape, Tone } from "@/components/ui/status";
import { useSessions } from "@/lib/client/queries/sessions";
import { runName } from "@/lib/view/forks/fork-tree";
import type { SessionSummary } from "@/lib/wire/sessions";
import { SESSION_SIGNS } from "./status";

/** The status icon of a run in lists. */
export const runSign = (status: string): { shape: Shape; tone: Tone } =>
  status in SESSION_SIGNS
    ? SESSION_SIGNS[status as keyof typeof SESSION_SIGNS]
    : { shape: "ring", tone: "mute" };

/** The time for a run of today, the date for an older one. */
export function clock(at: number): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString([], { hour12: false })
    : date.toLocaleString([], { dateStyle: "short", timeStyle: "short", hour12: false });
}

const NONE: SessionSummary[] = [];

/** The runs of a workspace (null: all), newest first, and the name that each has everywhere on the page. */
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
