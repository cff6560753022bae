/** Texts for forks and runs. */
import type { ForkedFrom, ForkedOf } from "@/lib/engine/log/facts";
import { attemptOf, count } from "./format";

const ANOTHER: Record<ForkedFrom["edit"], (of: ForkedOf | undefined) => string> = {
  nothing: repeatText,
  "model answer": () => "another answer of the model",
  outcome: (of) => `another outcome of the call${of?.name ? ` ${of.name}` : ""}`,
  decision: (of) => `another answer of the worker${of?.name ? ` to ${of.name}` : ""}`,
};

function repeatText(of: ForkedOf | undefined): string {
  switch (of?.kind) {
    case "call":
      return `the call ${of.name} made again`;
    case "model":
      return "the model asked again";
    case "decision":
      return `the worker asked again about ${of.name}`;
    case undefined:
      return "asked again unchanged";
  }
}

/** "another outcome of the call get_weather, attempt 2; with another workspace": what a fork does differently. */
export function changeText({ seq, edit, of, workspace }: ForkedFrom): string {
  const what = seq === 0 ? "run again from the start" : ANOTHER[edit](of);
  const where = of?.attempt ? `, ${attemptOf(of.attempt, null)}` : "";
  return `${what}${where}${of?.to ? `: ${of.to}` : ""}${workspace ? "; with another workspace" : ""}`;
}

/** "work → Sunny", "model again": the same for lists, where the difference between forks comes first. */
function shortChangeText({ seq, edit, of, workspace }: ForkedFrom): string {
  const name = of?.kind === "model" ? "model" : (of?.name ?? "");
  const again = seq === 0 ? "run again" : `${name} again`.trim();
  const what = edit === "nothing" ? again : `${name} → ${of?.to || `another ${edit}`}`.trim();
  return workspace ? `${what}, other workspace` : what;
}

const ENDS: Record<string, string> = {
  running: "is running",
  waiting: "waits",
  interrupted: "stopped for a person",
  idle: "ended",
  failed: "failed",
  cancelled: "was cancelled",
};

/** "failed": the status of a session as text. */
export const endText = (status: string): string => ENDS[status] ?? status;

/** "2 forks from here". */
export const forksLabel = (n: number): string => `${count(n, "fork")} from here`;

/** "Run 3: get_weather → Sunny". */
export const runLabel = (name: string, origin: ForkedFrom | null): string =>
  origin ? `${name}: ${shortChangeText(origin)}` : name;
