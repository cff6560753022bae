/** Recorded calls whose verdict a schema would change, grouped by text and change, each with its finding. */
import type { VerdictStatus } from "@/lib/protocol/verdict";
import type { Flip } from "@/lib/wire/impact";
import type { SessionText } from "./recorded-calls";

/** A call whose status changes. */
export interface Flipped {
  text: SessionText;
  was: VerdictStatus;
  now: VerdictStatus;
  /** Set when the recorded verdict was made with a different schema from the one compared with. */
  under: Flip["under"];
  /** Whether the schema compared with gives a different status than the new one; undefined when unknown. */
  byEdit: boolean | undefined;
}

/** Calls with the same text, the same change and the same finding; newest first. */
export type Group = [Flipped, ...Flipped[]];

/** How many characters of a text are sent. */
const EXCERPT = 300;
/** How many further calls are listed, per group and in total. */
const NAMED = 50;
const NAMED_IN_ALL = 1_000;

/** Groups, ordered by their newest call. */
export function groupsOf(flipped: readonly Flipped[]): Group[] {
  const groups = new Map<string, Group>();
  // If two calls have the same time, the later one in the log is newer.
  for (const flip of flipped.toReversed().toSorted((a, b) => b.text.at - a.text.at)) {
    const key = keyOf(flip);
    const group = groups.get(key);
    if (group) group.push(flip);
    else groups.set(key, [flip]);
  }
  return [...groups.values()];
}

/** The new finding follows from the text; the old one is recorded and may come from another schema. */
function keyOf({ text: { text, finding }, was, now, under, byEdit }: Flipped): string {
  const then = now === "valid" && finding ? [finding.schemaPath, finding.instancePath, finding.message] : [];
  return JSON.stringify([was, now, under ?? "", byEdit ?? "", ...then, text]);
}

/** The flips without their findings. */
export function flipsOf(groups: readonly Group[]): Flip[] {
  let left = NAMED_IN_ALL;
  return groups.map(([{ text, was, now, under, byEdit }, ...rest]) => {
    const others = rest.slice(0, Math.min(NAMED, left)).map(({ text: { session, call, at } }) => ({
      session,
      call,
      at,
    }));
    left -= others.length;
    return {
      session: text.session,
      call: text.call,
      at: text.at,
      text: text.text.length > EXCERPT ? `${text.text.slice(0, EXCERPT)}…` : text.text,
      was,
      now,
      ...(under && { under }),
      ...(byEdit !== undefined && { by_edit: byEdit }),
      calls: rest.length + 1,
      others,
    };
  });
}
