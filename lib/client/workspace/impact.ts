/** Texts for the effect of a schema change on the recorded calls. */
import type { Side } from "@/lib/protocol/side";
import { count, grouped } from "@/lib/view/text/format";
import type { Change, Flip, Impact, ImpactDetails, ImpactProgress } from "@/lib/wire/impact";

/** "312 recorded calls: 4 would turn invalid, 1 would turn valid; 3 of these by this edit alone". */
export function impactWords(impact: Impact, side: Side): string {
  const { stopped } = impact;
  const head = checkedWords(impact, side);
  if (stopped !== undefined) return `${head}: not checked, ${stopped}`;
  if (impact.flipped === 0) return `${head}: every verdict stays`;
  const parts = Object.entries(impact.turns).map(([status, n]) => `${grouped(n)} would turn ${status}`);
  return `${head}: ${parts.join(", ")}${othersWords(impact)}`;
}

/** "312 recorded calls", "newest 10,000 of 12,400 recorded calls"; "more than" where not all runs are counted yet. */
function checkedWords({ texts, all, counted }: Impact, side: Side): string {
  const what = count(all, side === "input" ? "recorded call" : "recorded result");
  if (texts === all && counted) return what;
  return `newest ${grouped(texts)} of ${counted ? "" : "more than "}${what}`;
}

/** Where some are on record by another schema than the newest run's: how many this edit turns. */
function othersWords({ flipped, others = 0, by_edit }: Impact): string {
  if (others === 0) return "";
  if (by_edit === undefined)
    return `; ${grouped(others)} of these recorded under another version of the schema`;
  const which = by_edit === 0 ? "none" : by_edit === flipped ? "all" : grouped(by_edit);
  return `; ${which} of these by this edit alone`;
}

/** "4,200 of 10,000 checked so far, 12 with a different verdict". */
export function progressWords({ checked, texts, flipped }: ImpactProgress): string {
  if (texts === 0) return "Reading the recorded calls";
  return `${grouped(checked)} of ${grouped(texts)} checked so far, ${grouped(flipped)} with a different verdict`;
}

/** The schema behind a flip's recorded verdict if it was not the newest run's; null: it was. */
export function underWords({ under, by_edit }: Flip): string | null {
  if (!under) return null;
  const made =
    under === "none"
      ? "recorded with no schema to check it by"
      : "recorded under another version of the schema";
  return by_edit === false ? `${made}: the newest run's schema judges it so already` : made;
}

/**
 * The flips that a change of a rule explains: what is wrong now, or was then, is that rule or one inside of it. What turned
 * before this edit it does not explain.
 */
export const flipsOf = (change: Change, flips: readonly Flip[]): Flip[] =>
  flips.filter(({ finding, by_edit }) => {
    const path = finding?.schemaPath;
    return by_edit !== false && (path === change.schemaPath || path?.startsWith(`${change.schemaPath}/`));
  });

/** The number of calls in the flips. */
export const callsOf = (flips: readonly Flip[]): number => flips.reduce((sum, { calls }) => sum + calls, 0);

/** " × 37" behind a flip that stands for several calls. */
export const timesWords = ({ calls }: Flip): string => (calls > 1 ? ` × ${grouped(calls)}` : "");

/** The member and its changed rule: "city: maxLength 50 → 20". */
export const changeWords = ({ member, text }: Change): string =>
  member === "" ? text : `${member}: ${text}`;

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

function flipLine(flip: Flip): string {
  const { call, session, was, now, finding } = flip;
  const fault = finding ? `, ${finding.instancePath || "the value"}: ${finding.message}` : "";
  const under = underWords(flip);
  return `- ${code(call)} of ${code(session)}${timesWords(flip)}: ${was} → ${now}${fault}${under ? ` (${under})` : ""}`;
}

/** All of it as Markdown, for a review. */
export function impactMarkdown(
  impact: Impact,
  { changes, flips }: ImpactDetails,
  { tool, side }: { tool: string; side: Side },
): string {
  const lines = [`### ${code(tool)}: ${side} schema`, "", `${impactWords(impact, side)}.`];
  if (changes.length > 0) lines.push("", "| rule | effect | calls that differ |", "| --- | --- | --- |");
  for (const change of changes) {
    const calls = flipsOf(change, flips).map((flip) => code(flip.call) + timesWords(flip));
    const rule = code(changeWords(change)).replaceAll("|", "\\|");
    lines.push(`| ${rule} | ${change.effect} | ${calls.join(", ") || "none"} |`);
  }
  if (flips.length > 0) lines.push("", ...flips.map(flipLine));
  const more = impact.flipped - callsOf(flips);
  if (more > 0) lines.push(`- and ${count(more, "more call")}`);
  return `${lines.join("\n")}\n`;
}
