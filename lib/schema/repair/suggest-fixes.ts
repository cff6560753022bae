/**
 * "Would be valid if …": the smallest edits that would make a text valid. Each is checked before it is offered, and
 * none is applied automatically. Edits are made in the text as typed, so untouched parts keep every character.
 */
import { checkedValue } from "@/lib/protocol/checked-value";
import type { Verdict } from "@/lib/protocol/verdict";
import { primaryFindings } from "./primary-findings";
import { schemaEdits } from "./schema-edits";
import { candidatesFor, type Edit, repairsOf } from "./text-edits";

export interface Fix {
  /** One line for each edit: `/limit: "500" → 500`. */
  edits: string[];
  /** The whole text after them. */
  text: string;
}

/** The schema's value, and a check of a text against it. */
export interface Checked {
  schema: unknown;
  check: (text: string) => Promise<Verdict>;
}

/** Beyond so many edits a text is rewritten, not fixed. */
const MOST_EDITS = 12;
/** Checks that one search may make. */
const MOST_CHECKS = 120;
/** The same for changes of the schema. Each changed schema must be compiled, so longer schemas get fewer checks. */
const MOST_SCHEMA_CHECKS = 60;
const MOST_COMPILED = 300_000;
/** The most fixes that are offered. */
const MOST_WAYS = 6;

const faultsOf = (verdict: Verdict): number =>
  verdict.status === "malformed" ? Number.POSITIVE_INFINITY : verdict.findings.length + verdict.more;

/** What a search needs: edits that may fix the primary findings of a verdict, and the verdict on a text after edits. */
interface Means {
  candidates: (text: string, verdict: Verdict) => Edit[];
  check: (text: string) => Promise<Verdict>;
  mostChecks: number;
}

/** Counts the checks, so that a search ends. */
class Search {
  #left: number;
  constructor(private readonly by: Means) {
    this.#left = by.mostChecks;
  }

  candidates(text: string, verdict: Verdict): Edit[] {
    return this.by.candidates(text, verdict);
  }

  /** Null if the search has used up its checks. */
  async try(text: string): Promise<Verdict | null> {
    if (this.#left === 0) return null;
    this.#left -= 1;
    return this.by.check(text);
  }
}

/**
 * Fixes that make a text valid, the fewest edits first; empty if none was found. `verdict` is the verdict on `text`:
 * valid texts need no fix, and without a usable schema none can be found.
 */
export async function suggestFixes(text: string, verdict: Verdict, by: Checked): Promise<Fix[]> {
  if (verdict.status !== "invalid" && verdict.status !== "malformed") return [];
  const candidates = (now: string, { findings }: Verdict) =>
    primaryFindings(findings).flatMap((finding) => candidatesFor(now, finding, by.schema));
  const starts = verdict.status === "malformed" ? repairsOf(text) : candidates(text, verdict);
  return waysOf({ text, verdict, starts }, { candidates, check: by.check, mostChecks: MOST_CHECKS });
}

/**
 * Changes of a schema that would accept the checked value, each of them checked, the fewest edits first. `check` checks
 * the same text against another schema. A text that is not JSON matches no schema.
 */
export async function schemaChangesOf(
  schema: string,
  { text, verdict }: { text: string; verdict: Verdict },
  check: (schema: string) => Promise<Verdict>,
): Promise<Fix[]> {
  if (verdict.status !== "invalid") return [];
  const value = checkedValue(text, verdict);
  const candidates = (now: string, { findings }: Verdict) => schemaEdits(now, findings, value);
  const starts = candidates(schema, verdict);
  const mostChecks = Math.min(MOST_SCHEMA_CHECKS, Math.floor(MOST_COMPILED / schema.length));
  return waysOf({ text: schema, verdict, starts }, { candidates, check, mostChecks });
}

async function waysOf(
  { text, verdict, starts }: { text: string; verdict: Verdict; starts: Edit[] },
  means: Means,
): Promise<Fix[]> {
  const search = new Search(means);
  const ways = new Map<string, Fix>();
  for (const edit of starts) {
    if (ways.size === MOST_WAYS) break;
    const found = await follow(search, text, { edit, before: faultsOf(verdict) });
    if (found && found.edits.length < (ways.get(found.text)?.edits.length ?? MOST_EDITS + 1))
      ways.set(found.text, found);
  }
  return [...ways.values()].sort((a, b) => a.edits.length - b.edits.length);
}

/** Makes one edit and then the best edit for each next finding, until the text is valid; null if that fails. */
async function follow(
  search: Search,
  origin: string,
  start: { edit: Edit; before: number },
): Promise<Fix | null> {
  let { text } = start.edit;
  const edits = [start.edit.label];
  let verdict = await search.try(text);
  let faults = start.before;
  while (verdict && text !== origin && edits.length <= MOST_EDITS) {
    if (verdict.status === "valid") return { edits, text };
    if (verdict.status !== "invalid" || faultsOf(verdict) >= faults) return null;
    faults = faultsOf(verdict);
    const best = await bestOf(search, text, verdict);
    if (!best) return null;
    edits.push(best.edit.label);
    text = best.edit.text;
    verdict = best.verdict;
  }
  return null;
}

/** The edit that leaves the fewest findings; of equal edits the first, which is the smallest. */
async function bestOf(
  search: Search,
  text: string,
  now: Verdict,
): Promise<{ edit: Edit; verdict: Verdict } | null> {
  let best: { edit: Edit; verdict: Verdict } | null = null;
  for (const edit of search.candidates(text, now)) {
    const verdict = await search.try(edit.text);
    if (!verdict) break;
    if (verdict.status === "valid") return { edit, verdict };
    const least = faultsOf(best?.verdict ?? now);
    if (verdict.status === "invalid" && faultsOf(verdict) < least) best = { edit, verdict };
  }
  return best;
}
