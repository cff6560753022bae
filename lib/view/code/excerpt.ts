/** A few lines around a place of a text, so that the place is in sight however long the text is. */
import type { Mark } from "./code";

export interface Excerpt {
  text: string;
  /** Of the first line of `text`, from 1. */
  line: number;
  mark: Mark;
}

/** Lines before and after the place's own. */
const AROUND = 1;
/** Characters before and after the place, where its lines are long. */
const REACH = 140;
/** A place that is longer than this is cut. */
const LONGEST = 400;

export function excerptOf(text: string, mark: Mark): Excerpt {
  const end = Math.min(mark.offset + Math.min(mark.length, LONGEST), text.length);
  const from = whole(text, Math.max(lineStart(text, mark.offset), mark.offset - REACH));
  const to = whole(text, Math.min(lineEnd(text, end), end + REACH));
  const before = from > 0 && text[from - 1] !== "\n" ? "…" : "";
  const after = to < text.length && text[to] !== "\n" ? "…" : "";
  return {
    text: before + text.slice(from, to) + after,
    line: text.slice(0, from).split("\n").length,
    mark: { ...mark, offset: mark.offset - from + before.length, length: end - mark.offset },
  };
}

/** Never between the two halves of a character. */
const whole = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0 ? at - 1 : at;

function lineStart(text: string, at: number): number {
  let start = at;
  for (let i = 0; i <= AROUND && start >= 0; i++)
    start = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return start + 1;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  for (let i = 0; i <= AROUND && end < text.length; i++) {
    const next = text.indexOf("\n", i === 0 ? end : end + 1);
    end = next < 0 ? text.length : next;
  }
  return end;
}
