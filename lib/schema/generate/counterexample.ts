/** A text that a schema rejects: the first of its near misses that can be made. The same schema gives the same text. */
import type { Verdict } from "@/lib/protocol/verdict";
import type { Generated, GenerateRequest, SampleHead, Slice } from "@/lib/schema/port";

/** What the search asks. A slice that a limit cut off is answered with the reason. */
export interface CounterexampleSource {
  generate: (slice: Slice) => Promise<Generated | string>;
  check: (text: string) => Promise<Verdict>;
}

/** The most rules that are tried. */
const MAX_RULES = 60;
/** Samples that a limit may cut off before the search ends: each one costs a thread. */
const MAX_LOST = 3;

/** Tried where rules exist but no near miss could be built, for example beside a pattern that no sample matches. */
const PLAIN_OBJECTS = ["{}", '{"extra":null}', '{"extra":"text"}'];
const PLAIN_VALUES = [...PLAIN_OBJECTS, "null", '"text"', "0.5", "true", "[]"];

/** Null where no text was found, as for a schema that accepts everything. Arguments are always objects. */
export async function findCounterexample(
  source: CounterexampleSource,
  direction: GenerateRequest["direction"],
): Promise<string | null> {
  const outline = await source.generate({ from: 0, count: 0 });
  if (typeof outline === "string") return null;
  const places = nearMisses(outline.heads).slice(0, MAX_RULES);
  let lost = 0;
  for (const from of places) {
    const found = await source.generate({ from, count: 1 });
    if (typeof found === "string") lost += 1;
    else if (found.samples[0]?.text !== undefined) return found.samples[0].text;
    if (lost >= MAX_LOST) return null;
  }
  if (places.length === 0) return null;
  return firstRejected(direction === "input" ? PLAIN_OBJECTS : PLAIN_VALUES, source);
}

/** The places of the near misses, those that models and tools produce most often first. */
function nearMisses(heads: readonly SampleHead[]): number[] {
  const found = heads.flatMap(({ rule }, at) => (rule ? [{ at, rank: rankOf(rule) }] : []));
  return found.sort((a, b) => a.rank - b.rank).map(({ at }) => at);
}

/** A member of the wrong type, a missing member, any other rule; at last a whole value of another type. */
function rankOf({ keyword, schemaPath }: NonNullable<SampleHead["rule"]>): number {
  if (keyword === "type") return schemaPath === "#/type" ? 3 : 0;
  return keyword === "required" ? 1 : 2;
}

async function firstRejected(
  texts: readonly string[],
  { check }: CounterexampleSource,
): Promise<string | null> {
  for (const text of texts) if ((await check(text)).status === "invalid") return text;
  return null;
}
