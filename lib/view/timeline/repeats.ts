/** Counts how often the same finding comes up in a turn. */
import type { Verdict } from "@/lib/protocol/verdict";
import type { CallRecord, Timeline } from "./records";

/** Identifies the first finding by tool, rule and place; null without findings. */
export function findingKey(name: string, { findings: [first] }: Verdict): string | null {
  return first ? [name, first.keyword, first.instancePath, first.schemaPath].join("\n") : null;
}

/**
 * Counts the fault that a call has in common with others of its turn: the model does the same wrong thing again. What a
 * injected fault made wrong is not the model's doing.
 */
export function countFinding(timeline: Timeline, call: CallRecord, verdict: Verdict): void {
  const key = findingKey(call.requested.name, verdict);
  if (key === null) return;
  call.repeats = (timeline.findings.get(key) ?? 0) + 1;
  timeline.findings.set(key, call.repeats);
}
