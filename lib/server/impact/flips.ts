/** Recorded calls that a schema would judge another way: those that are alike are one, with what is wrong with them. */
import type { VerdictStatus } from "@/lib/protocol/verdict";
import type { Flip } from "@/lib/wire/impact";
import type { SessionText } from "./recorded-calls";

/** A call whose status differs. */
export interface Flipped {
  text: SessionText;
  was: VerdictStatus;
  now: VerdictStatus;
  /** What its recorded verdict was made by where that is not the schema that is compared with. */
  under: Flip["under"];
  /** Whether the schema that is compared with judges it in another way than the new one; undefined: not known. */
  byEdit: boolean | undefined;
}

/** Calls with the same text, the same turn and the same fault; the newest first. */
export type Group = [Flipped, ...Flipped[]];

/** Of the text of one. */
const EXCERPT = 300;
/** Calls named beside the newest, of one group and of all. */
const NAMED = 50;
const NAMED_IN_ALL = 1_000;

/** The group with the newest call first. */
export function groupsOf(flipped: readonly Flipped[]): Group[] {
  const groups = new Map<string, Group>();
  // Of one moment the later in the log is the newer.
  for (const flip of flipped.toReversed().toSorted((a, b) => b.text.at - a.text.at)) {
    const key = keyOf(flip);
    const group = groups.get(key);
    if (group) group.push(flip);
    else groups.set(key, [flip]);
  }
  return [...groups.values()];
}

/** What is wrong now follows from the text; what was wrong then is on record, and other schemas may have made it. */
function keyOf({ text: { text, finding }, was, now, under, byEdit }: Flipped): string {
  const then = now === "valid" && finding ? [finding.schemaPath, finding.instancePath, finding.message] : [];
  return JSON.stringify([was, now, under ?? "", byEdit ?? "", ...then, text]);
}

/** Without the finding. */
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
