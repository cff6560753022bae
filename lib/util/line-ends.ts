/** Texts in a text area, which shows and gives every line end as LF, whatever the text has. */

const END = /\r\n|\r/g;

/** The text as a text area gives it. */
export const shownText = (text: string): string => text.replace(END, "\n");

/**
 * The text after an edit of what the text area shows: what the edit left alone keeps its line ends, and new ones are like
 * the first that the text had.
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
  // Where a CR and a LF came to stand together they would be one line end.
  return shownText(made) === edited ? made : edited.replaceAll("\n", end);
}

/** Where a place of the shown text is in the text itself. */
function offsetOf(text: string, shown: number): number {
  let offset = 0;
  for (let at = 0; at < shown; at++) offset += text.startsWith("\r\n", offset) ? 2 : 1;
  return offset;
}
