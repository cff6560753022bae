/**
 * Custom meta-schemas (JSON Schema core 2020-12, 8.1.2): if the document at a `$schema` is known, its `$vocabulary`
 * decides which keywords count.
 */

import { isObject } from "@/lib/json/value";
import { quoted } from "@/lib/schema/text/terms";
import { type Dialect, dialectAt, since } from "./dialect";
import { keywordsIn } from "./keywords";

/** The language of a schema: a dialect without the keywords of unused vocabularies. */
export interface Language {
  dialect: Dialect;
  inactive: ReadonlySet<string>;
  /** Whether a vocabulary turns formats into rules, regardless of the dialect. */
  assertsFormats: boolean;
}

const APPLICATORS = keywordsIn("applicator");
const UNEVALUATED = keywordsIn("unevaluated");
const VALIDATION = keywordsIn("validation");

/** The vocabularies of the two dialects that have them, by the last part of their address, with their rules. */
const VOCABULARIES: Partial<Record<Dialect, Record<string, readonly string[]>>> = {
  "2019-09": {
    core: [],
    applicator: [...APPLICATORS, ...UNEVALUATED],
    validation: VALIDATION,
    "meta-data": [],
    format: ["format"],
    content: [],
  },
  "2020-12": {
    core: [],
    applicator: APPLICATORS,
    unevaluated: UNEVALUATED,
    validation: VALIDATION,
    "meta-data": [],
    "format-annotation": ["format"],
    "format-assertion": ["format"],
    content: [],
  },
};

export function plain(dialect: Dialect): Language {
  return { dialect, inactive: new Set(), assertsFormats: false };
}

/**
 * The language that the meta-schema at an address describes; null if the document is unknown, or the reason if it needs
 * a vocabulary that Callscope does not support.
 */
export function languageAt(
  address: string,
  documents: ReadonlyMap<string, unknown> | undefined,
  tried: readonly string[] = [],
): Language | { fault: string } | null {
  const dialect = dialectAt(address);
  if (dialect) return plain(dialect);
  const meta = documents?.get(address.replace(/#$/, ""));
  if (!isObject(meta) || typeof meta.$schema !== "string" || tried.includes(address)) return null;
  const base = languageAt(meta.$schema, documents, [...tried, address]);
  if (base === null || "fault" in base || !isObject(meta.$vocabulary)) return base;
  return languageWith(meta.$vocabulary, base.dialect);
}

function languageWith(declared: Record<string, unknown>, dialect: Dialect): Language | { fault: string } {
  const vocabularies = VOCABULARIES[dialect];
  if (!vocabularies) return plain(dialect);
  const used = new Map(
    Object.entries(declared).map(([address, needed]) => [nameOf(address, dialect), needed]),
  );
  const unknown = Object.entries(declared).find(
    ([address, needed]) => needed === true && !Object.hasOwn(vocabularies, nameOf(address, dialect)),
  );
  if (unknown)
    return { fault: `its $schema needs the vocabulary ${quoted(unknown[0])}; Callscope does not support it` };
  const active = new Set(
    Object.entries(vocabularies).flatMap(([name, rules]) => (used.has(name) ? rules : [])),
  );
  const all = Object.values(vocabularies).flat();
  return {
    dialect,
    inactive: new Set(all.filter((keyword) => !active.has(keyword))),
    assertsFormats: used.has("format-assertion") || used.get("format") === true,
  };
}

/** `applicator` for a vocabulary of the dialect; empty for any other. */
function nameOf(address: string, dialect: Dialect): string {
  const folder = `https://json-schema.org/draft/${dialect}/vocab/`;
  return since(dialect, "2019-09") && address.startsWith(folder) ? address.slice(folder.length) : "";
}
