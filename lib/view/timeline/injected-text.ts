/** Injected faults as the timeline and the inspector name them. */
import { faultLabel, matchText, ruleText } from "@/lib/view/authoring/fault-text";
import type { InjectedFault as Injected } from "./records";

/**
 * The chip of a row: the newest fault, and how many there were; null without any. `idle`: why a fault changed nothing.
 */
export function injectedChip(injected: readonly Injected[], idle: (fact: Injected) => string | null) {
  const newest = injected.at(-1);
  if (!newest) return null;
  const more = injected.length > 1 ? ` × ${injected.length}` : "";
  const titles = injected.map((fact) => {
    const why = idle(fact);
    return `rule ${fact.index + 1}: ${ruleText(fact.rule)}${why ? ` (${why})` : ""}`;
  });
  const title = titles.join("; ");
  const idleAll = injected.every((fact) => idle(fact) !== null);
  return {
    id: "injected",
    word: `fault: ${faultLabel(newest.rule.what)}${more}${idleAll ? ", no effect" : ""}`,
    tone: idleAll ? ("mute" as const) : ("accent" as const),
    shape: "bolt" as const,
    title: `injected${injected.every(({ copied }) => copied) ? IN_ORIGIN : ""}, ${title}`,
  };
}

/** "Injected fault: never answers, by rule 2 of the workspace's fault rules." */
export const injectedText = ({ rule, index, copied }: Injected): string =>
  `Injected fault${copied ? IN_ORIGIN : ""}: ${faultLabel(rule.what)}, by rule ${index + 1} of ${copied ? "that run's" : "the workspace's"} fault rules (${matchText(rule)}).`;

const IN_ORIGIN = " in the original run";

/** "an injected fault (never answers)": used where the text otherwise names who did it. */
export const causeText = ({ rule }: Injected): string => `an injected fault (${faultLabel(rule.what)})`;
