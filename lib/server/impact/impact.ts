/** How an edited schema would change the verdicts of recorded calls. */

import { equalJson } from "@/lib/json/equal";
import { depthOfText } from "@/lib/json/tokens";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import type { Formats, VerdictStatus } from "@/lib/protocol/verdict";
import { schemaDiff } from "@/lib/schema/diff/schema-diff";
import type { Checker } from "@/lib/schema/port";
import { isBlank } from "@/lib/util/blank";
import type { Flip, Impact, ImpactBody, ImpactDetails, ImpactProgress } from "@/lib/wire/impact";
import { type Flipped, flipsOf, groupsOf } from "./flips";
import type { Recorded, RecordedCalls, SessionText } from "./recorded-calls";
import type { Asked, Rechecks } from "./status-cache";

/** The maximum number of listed groups. */
const MAX_FLIPS = 100;

interface Parts {
  checker: Pick<Checker, "check">;
  recorded: RecordedCalls;
  rechecks: Rechecks;
}

interface Asking {
  /** Ends the check early; the result then has `stopped`. */
  signal: AbortSignal;
  /** Called when the check starts, with a function that returns its progress. */
  onCheck?: (progress: () => ImpactProgress) => void;
}

/** Checks the recorded texts with the edited schema and says which verdicts change. Recorded verdicts stay as they are. */
export async function impactOf(parts: Parts, body: ImpactBody, { signal, onCheck }: Asking): Promise<Impact> {
  const { direction, formats = "dialect", schema } = body;
  const whose = { workspaceId: body.workspace_id, session: body.session, tool: body.tool, direction };
  const recorded = await parts.recorded.of(whose, signal);
  const texts = recorded.texts.map(({ text }) => text);
  const ask = (by: string, some = texts) =>
    parts.rechecks.ask({ schema: by, formats, direction, texts: some }, signal);
  const now = ask(schema);
  const was = body.baseline === undefined ? null : ask(body.baseline);
  onCheck?.(() => progressOf(recorded.texts, { was, now }));
  const [stoppedNow, stoppedBefore] = await Promise.all([now.done, was?.done ?? null]);
  const stopped = stoppedBefore ?? stoppedNow;
  const flipped = stopped === null ? flippedOf(recorded.texts, { was, now }) : [];
  const marks = was ? {} : await markOthers(flipped, { recorded, direction, ask });
  return {
    texts: texts.length,
    all: recorded.all,
    counted: recorded.counted,
    before: stoppedBefore === null ? countsOf(recorded.texts.map((text) => wasOf(text, was))) : {},
    now: stopped === null ? countsOf(texts.map((text) => now.statuses.get(text) ?? "aborted")) : {},
    flipped: flipped.length,
    turns: countsOf(flipped.map((flip) => flip.now)),
    ...marks,
    ...(body.details !== false && { details: await detailsOf(parts, body, { recorded, flipped }) }),
    ...(stopped !== null && { stopped }),
  };
}

interface Answers {
  /** Null: the recorded verdicts are used. */
  was: Asked | null;
  now: Asked;
}

const wasOf = ({ text, status }: SessionText, was: Asked | null): VerdictStatus =>
  was ? (was.statuses.get(text) ?? "aborted") : status;

function flippedOf(texts: readonly SessionText[], { was, now }: Answers): Flipped[] {
  return texts.flatMap((text) => {
    const before = wasOf(text, was);
    const after = now.statuses.get(text.text) ?? "aborted";
    return before === after ? [] : [{ text, was: before, now: after, under: undefined, byEdit: undefined }];
  });
}

function progressOf(texts: readonly SessionText[], { was, now }: Answers): ImpactProgress {
  const checked = texts.filter(({ text }) => now.statuses.has(text) && (!was || was.statuses.has(text)));
  return { checked: checked.length, texts: texts.length, flipped: flippedOf(checked, { was, now }).length };
}

interface Other {
  recorded: Recorded;
  direction: Side;
  ask: (schema: string, texts: string[]) => Asked;
}

/**
 * Marks the flips whose recorded verdict was made with a different schema from the newest run's: an older edit may be
 * their cause. Checking them with the newest run's schema shows which are changed by this edit all the same.
 */
async function markOthers(
  flipped: Flipped[],
  { recorded: { newest }, direction, ask }: Other,
): Promise<Pick<Impact, "others" | "by_edit">> {
  if (newest === null) return {};
  const schema = schemaText(newest, direction);
  const isSame = sameSchema(schema);
  const others = flipped.filter(({ text }) => !isSame(text.schema));
  if (others.length === 0) return {};
  for (const flip of others) flip.under = flip.text.schema === null ? "none" : "other";
  const { statuses, done } = ask(
    schema,
    others.map(({ text }) => text.text),
  );
  if ((await done) !== null) return { others: others.length };
  for (const flip of others) flip.byEdit = statuses.get(flip.text.text) !== flip.now;
  const by_edit = flipped.filter(({ byEdit }) => byEdit !== false).length;
  return { others: others.length, by_edit };
}

/** Texts that differ only in their layout are the same schema. */
function sameSchema(schema: string): (other: string | null) => boolean {
  const value = readSchema(schema);
  const known = new Map<string | null, boolean>([[schema, true]]);
  return (other) => {
    const is = known.get(other) ?? (value !== undefined && equalJson(readSchema(other ?? ""), value));
    known.set(other, is);
    return is;
  };
}

/** Larger schemas are not compared rule by rule, because the comparison blocks the main thread. */
const MAX_COMPARED = 100_000;
const MAX_DEPTH = 100;

function changesBetween(before: string, after: string, formats: Formats): ImpactDetails["changes"] {
  const large = [before, after].some((text) => text.length > MAX_COMPARED || depthOfText(text) > MAX_DEPTH);
  if (!large) return schemaDiff(readSchema(before), readSchema(after), formats);
  const text = "too large to compare rule by rule";
  return before === after ? [] : [{ schemaPath: "#", member: "", effect: "unknown", text }];
}

/** A blank schema accepts anything. Undefined when the text is not JSON. */
function readSchema(schema: string): unknown {
  try {
    return isBlank(schema) ? true : JSON.parse(schema);
  } catch {
    return undefined;
  }
}

function countsOf(statuses: readonly VerdictStatus[]): Impact["now"] {
  const counts: Impact["now"] = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function detailsOf(
  parts: Parts,
  body: ImpactBody,
  { recorded: { newest }, flipped }: { recorded: Recorded; flipped: readonly Flipped[] },
): Promise<ImpactDetails> {
  const { direction, formats = "dialect", schema } = body;
  const baseline = body.baseline ?? (newest ? schemaText(newest, direction) : null);
  const groups = groupsOf(flipped).slice(0, MAX_FLIPS);
  const findings = await Promise.all(
    groups.map(
      async ([
        {
          text: { text, finding },
          now,
        },
      ]) => {
        if (now === "valid") return finding;
        const by = isBlank(schema) ? ({ kind: "none" } as const) : ({ kind: "text", text: schema } as const);
        return (await parts.checker.check({ key: "", direction, text, schema: by, formats })).findings[0];
      },
    ),
  );
  const flips = flipsOf(groups).map((flip, i): Flip => {
    const finding = findings[i];
    return finding ? { ...flip, finding } : flip;
  });
  const changes = baseline === null ? [] : changesBetween(baseline, schema, formats);
  return { baseline, changes, flips };
}
