/** What has changed in a run since the last announcement, in one sentence for screen readers. */

import { count, grouped } from "@/lib/view/text/format";
import { VERDICT_ORDER } from "./filter";
import type { Totals } from "./list-block";

/** What was announced of a run last. */
export type Announced = Totals & { status: string };

/** "3 new calls, 1 invalid. Session idle": empty when nothing is worth a word. */
export function announcement(before: Announced, now: Announced): string {
  const sentences = [newCalls(before, now), now.status === before.status ? "" : `Session ${now.status}`];
  return sentences.filter(Boolean).join(". ");
}

function newCalls(before: Announced, now: Announced): string {
  const wrong = VERDICT_ORDER.filter((word) => word !== "valid" && word !== "no schema").flatMap((word) => {
    const more = (now.verdicts.get(word) ?? 0) - (before.verdicts.get(word) ?? 0);
    return more > 0 ? `${grouped(more)} ${word}` : [];
  });
  const calls = now.calls - before.calls;
  const problems = now.problems - before.problems;
  const what = calls > 0 ? [count(calls, "new call"), ...wrong] : wrong;
  if (wrong.length === 0 && problems > 0) what.push(count(problems, "problem"));
  const injected = now.injected - before.injected;
  if (injected > 0) what.push(count(injected, "injected fault", "injected faults"));
  return what.join(", ");
}
