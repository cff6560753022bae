/** What is said of a schema change's effect on the recorded calls. */
import { count, grouped } from "../view/format";
import type { Change, Flip, Impact } from "../wire/impact";

/** "312 recorded calls: 4 would turn invalid, 1 would turn valid." */
export function impactWords(impact: Impact, side: "input" | "output"): string {
  const { stopped } = impact;
  const head = checkedWords(impact, side);
  if (stopped !== undefined) return `${head}: not checked, ${stopped}`;
  if (impact.flipped === 0) return `${head}: every verdict stays`;
  const parts = Object.entries(impact.turns).map(([status, n]) => `${grouped(n)} would turn ${status}`);
  return `${head}: ${parts.join(", ")}`;
}

/** "312 recorded calls", "newest 10,000 of 12,400 recorded calls"; "more than" where not all runs are counted yet. */
function checkedWords({ texts, all, counted }: Impact, side: "input" | "output"): string {
  const what = count(all, side === "input" ? "recorded call" : "recorded result");
  if (texts === all && counted) return what;
  return `newest ${grouped(texts)} of ${counted ? "" : "more than "}${what}`;
}

/** The flips that a change of a rule explains: what is wrong now, or was then, is that rule or one inside of it. */
export const flipsOf = (change: Change, flips: readonly Flip[]): Flip[] =>
  flips.filter(({ finding }) => {
    const path = finding?.schemaPath;
    return path === change.schemaPath || path?.startsWith(`${change.schemaPath}/`);
  });

/** The member and what its rule became: "city: maxLength 50 → 20". */
export const changeWords = ({ member, text }: Change): string =>
  member === "" ? text : `${member}: ${text}`;

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** All of it as Markdown, for a review. */
export function impactMarkdown(impact: Impact, tool: string, side: "input" | "output"): string {
  const lines = [`### ${code(tool)}: ${side} schema`, "", `${impactWords(impact, side)}.`];
  if (impact.changes.length > 0)
    lines.push("", "| rule | effect | calls that differ |", "| --- | --- | --- |");
  for (const change of impact.changes) {
    const calls = flipsOf(change, impact.flips).map(({ call }) => code(call));
    const rule = code(changeWords(change)).replaceAll("|", "\\|");
    lines.push(`| ${rule} | ${change.effect} | ${calls.join(", ") || "none"} |`);
  }
  if (impact.flips.length > 0) lines.push("");
  for (const { call, session, was, now, finding } of impact.flips)
    lines.push(
      `- ${code(call)} of ${code(session)}: ${was} → ${now}${finding ? `, ${finding.instancePath || "the value"}: ${finding.message}` : ""}`,
    );
  if (impact.flipped > impact.flips.length) lines.push(`- and ${impact.flipped - impact.flips.length} more`);
  return `${lines.join("\n")}\n`;
}
