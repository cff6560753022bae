/** Calls of one turn that repeat the same finding: what the model read after each and what it changed. */

import type { State } from "@/lib/engine/state/state";
import type { Verdict } from "@/lib/protocol/verdict";
import { type DiffLine, diffJson } from "@/lib/view/code/diff";
import { excerpt } from "@/lib/view/text/format";
import { contentText } from "@/lib/view/text/message-text";
import { corruptedBy, endedBy } from "@/lib/view/timeline/injected-faults";
import type { CallRecord, RowId, Timeline } from "@/lib/view/timeline/records";
import { findingKey } from "@/lib/view/timeline/repeats";

export interface Occurrence {
  row: RowId;
  callId: string;
  at: number;
  /** Whether it is the call that was asked about. */
  own: boolean;
  /** What the model read of it; null: nothing yet. */
  read: string | null;
  /** From the one before: null for the first; empty: the very same text. */
  changes: Change[] | null;
}

/** One line of a text that went or came. */
export interface Change {
  sign: "−" | "+";
  text: string;
}

export interface Loop {
  /** Of the call among them, from 1. */
  number: number;
  /** What broke: the arguments or the result. */
  side: "arguments" | "result";
  /** The message of the finding in the newest verdict that has it. */
  message: string;
  occurrences: Occurrence[];
}

interface SideFinding {
  key: string;
  verdict: Verdict;
  side: Loop["side"];
}

/** The findings on a call's arguments and on its result, without those that an injected fault caused. */
function findingsOf(call: CallRecord): SideFinding[] {
  const { requested, classified, rejected, attempts } = call;
  const last = attempts.find(({ attempt }) => attempt === rejected?.attempt);
  const sides = [
    { verdict: corruptedBy(call) ? undefined : classified?.verdict, side: "arguments" },
    { verdict: last && endedBy(call, last) ? undefined : rejected?.verdict, side: "result" },
  ] as const;
  return sides.flatMap(({ verdict, side }) => {
    const key = verdict && findingKey(requested.name, verdict);
    return verdict && key ? [{ key, verdict, side }] : [];
  });
}

/** Null if no other call of the turn has the same finding. */
export function loopOf(call: CallRecord, timeline: Timeline, state: State): Loop | null {
  const found = findingsOf(call).at(-1);
  if (!found) return null;
  const turn = call.requested.turn_id;
  const alike: CallRecord[] = [];
  for (const record of timeline.records.values()) {
    if (record.kind !== "call" || record.requested.turn_id !== turn) continue;
    if (findingsOf(record).some(({ key }) => key === found.key)) alike.push(record);
  }
  if (alike.length < 2) return null;
  return {
    number: alike.indexOf(call) + 1,
    side: found.side,
    message: found.verdict.findings[0]?.message ?? "",
    occurrences: alike.map((one, i) => ({
      row: one.id,
      callId: one.callId,
      at: one.at,
      own: one === call,
      read: one.message ? contentText(state.nodes.get(one.message.message.id)?.message ?? {}) : null,
      changes: changesBetween(alike[i - 1], one, found.side),
    })),
  };
}

const textOf = ({ requested, rejected }: CallRecord, side: Loop["side"]): string =>
  side === "arguments" ? requested.arguments : (rejected?.result ?? "");

/** Longer texts are not compared line by line. */
const COMPARED = 100_000;
/** Of longer texts the beginning is shown. */
const LINE = 400;

function changesBetween(
  before: CallRecord | undefined,
  now: CallRecord,
  side: Loop["side"],
): Change[] | null {
  if (!before) return null;
  const [left, right] = [textOf(before, side), textOf(now, side)];
  if (left === right) return [];
  const [a, b] = [parsed(left), parsed(right)];
  const compared = a && b && left.length + right.length <= COMPARED;
  const lines = compared ? diffJson(a.value, b.value).flatMap(changeLines) : [];
  // If no line differs, only white space does.
  return lines.length > 0 ? lines : [cutLine("−", left), cutLine("+", right)];
}

const cutLine = (sign: Change["sign"], text: string): Change => ({ sign, text: excerpt(text, LINE) });

const changeLines = ({ kind, left, right }: DiffLine): Change[] =>
  kind === "same"
    ? []
    : [
        ...(left === null ? [] : [{ sign: "−" as const, text: left.trim() }]),
        ...(right === null ? [] : [{ sign: "+" as const, text: right.trim() }]),
      ];

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
