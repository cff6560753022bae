/** What a schema that is being written would say of the calls that are on record. */

import { schemaText } from "../engine/schema-text";
import type { Formats, VerdictStatus } from "../protocol/verdict";
import type { Checker, Rechecker } from "../schema/port";
import { schemaDiff } from "../schema/schema-diff";
import { isBlank } from "../util/blank";
import { depthOfText } from "../util/json-text";
import type { Flip, Impact, ImpactBody } from "../wire/impact";
import { services } from "./compose";
import type { RecordedCalls, SessionText } from "./recorded-calls";
import { json } from "./respond";

/** Flips that are listed. */
const MAX_FLIPS = 100;
/** Of the text of one. */
const EXCERPT = 300;

interface Parts {
  checker: Pick<Checker & Rechecker, "check" | "recheck">;
  recorded: RecordedCalls;
}

export async function answerImpact(body: ImpactBody, signal: AbortSignal): Promise<Response> {
  const { checker, recorded } = await services();
  return json(await impactOf({ checker, recorded }, body, signal));
}

/**
 * Ends early, with `stopped`, once the signal is given. Verdicts on record are compared with and never changed.
 *
 * @internal exported for its test
 */
export async function impactOf(parts: Parts, body: ImpactBody, signal: AbortSignal): Promise<Impact> {
  const { direction, formats = "dialect", schema } = body;
  const whose = { workspaceId: body.workspace_id, session: body.session, tool: body.tool, direction };
  const { texts, all, counted, newest } = await parts.recorded.of(whose, signal);
  const baseline = body.baseline ?? (newest ? schemaText(newest, direction) : null);
  const answer = {
    texts: texts.length,
    all,
    counted,
    baseline,
    changes: baseline === null ? [] : changesBetween(baseline, schema, formats),
  };
  const statusesBy = statusesFor(parts.checker, { texts, formats, direction, signal });
  const now = await statusesBy(schema);
  const was =
    body.baseline === undefined ? texts.map(({ status }) => status) : await statusesBy(body.baseline);
  const empty = { before: {}, now: {}, flips: [], flipped: 0, turns: {} };
  if (typeof was === "string") return { ...answer, ...empty, stopped: was };
  if (typeof now === "string") return { ...answer, ...empty, before: countsOf(was), stopped: now };
  const flipped = texts.flatMap((text, at) => flipOf(text, was[at], now[at]));
  const shown = flipped.slice(0, MAX_FLIPS);
  return {
    ...answer,
    before: countsOf(was),
    now: countsOf(now),
    flips: await Promise.all(shown.map((flip) => explained(flip, { parts, body, formats }))),
    flipped: flipped.length,
    turns: countsOf(flipped.map((flip) => flip.now)),
  };
}

/** Larger schemas are not compared rule by rule, since that goes on where requests are answered. */
const MAX_COMPARED = 100_000;
const MAX_DEPTH = 100;

function changesBetween(before: string, after: string, formats: Formats): Impact["changes"] {
  const large = [before, after].some((text) => text.length > MAX_COMPARED || depthOfText(text) > MAX_DEPTH);
  if (!large) return schemaDiff(readSchema(before), readSchema(after), formats);
  const text = "too large to compare rule by rule";
  return before === after ? [] : [{ schemaPath: "#", member: "", effect: "unknown", text }];
}

/** A schema that is not there accepts anything. Undefined: it is no JSON. */
function readSchema(schema: string): unknown {
  try {
    return isBlank(schema) ? true : JSON.parse(schema);
  } catch {
    return undefined;
  }
}

interface Asked {
  texts: SessionText[];
  formats: Formats;
  direction: "input" | "output";
  signal: AbortSignal;
}

/** Statuses of all texts by a schema, or why there are none. Texts that are alike are checked once. */
function statusesFor(checker: Rechecker, { texts, signal, ...request }: Asked) {
  const places = new Map<string, number>();
  const at = texts.map(({ text }) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return async (schema: string): Promise<VerdictStatus[] | string> => {
    const found = await checker.recheck(
      { ...request, schema: isBlank(schema) ? "true" : schema, texts: [...places.keys()] },
      signal,
    );
    if ("stopped" in found) return found.stopped;
    return at.map((place) => found.statuses[place] ?? "aborted");
  };
}

function countsOf(statuses: VerdictStatus[]): Impact["now"] {
  const counts: Impact["now"] = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

interface Flipped {
  text: SessionText;
  was: VerdictStatus;
  now: VerdictStatus;
}

function flipOf(
  text: SessionText,
  was: VerdictStatus | undefined,
  now: VerdictStatus | undefined,
): Flipped[] {
  return was === undefined || now === undefined || was === now ? [] : [{ text, was, now }];
}

async function explained(
  { text: { session, call, at, text, finding }, was, now }: Flipped,
  { parts, body, formats }: { parts: Parts; body: ImpactBody; formats: Formats },
): Promise<Flip> {
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  const flip = { session, call, at, text: excerpt, was, now };
  const { direction } = body;
  const schema = { kind: "text" as const, text: body.schema };
  const found =
    now === "valid"
      ? finding
      : (await parts.checker.check({ key: "", direction, text, schema, formats })).findings[0];
  return found ? { ...flip, finding: found } : flip;
}
