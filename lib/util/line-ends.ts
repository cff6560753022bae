/** Keeps the line ends of a text that is edited in a text area, which turns every line end into LF. */

const END = /\r\n|\r/g;

/** The text as a text area returns it. */
export const shownText = (text: string): string => text.replace(END, "\n");

/**
 * The text after an edit in the text area. Lines that were not edited keep their line ends; new line ends are like the
 * first one of the text.
 */
export function withEdit(text: string, edited: string): string {
  const before = shownText(text);
  if (before === text) return edited;
  const most = Math.min(before.length, edited.length);
  let head = 0;
  while (head < most && before[head] === edited[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === edited[edited.length - 1 - tail]) tail++;
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const added = edited.slice(head, edited.length - tail).replaceAll("\n", end);
  const made = text.slice(0, offsetOf(text, head)) + added + text.slice(offsetOf(text, before.length - tail));
  // A CR and a LF that are now next to each other would be read as one line end.
  return shownText(made) === edited ? made : edited.replaceAll("\n", end);
}

/** The offset in the text for an offset in the shown text. */
function offsetOf(text: string, shown: number): number {
  let offset = 0;
  for (let at = 0; at < shown; at++) offset += text.startsWith("\r\n", offset) ? 2 : 1;
  return offset;
}
