/** Reads JSON that a person types: its value, and the numbers that cannot be sent exactly as typed. */
import { Lines } from "./lines";
import { losesDigits } from "./numbers";
import { readJson } from "./read";
import type { Spans } from "./spans";

export type TypedJson =
  /** `rounded`: each number that JavaScript rounds, as typed and once. */
  { ok: true; value: unknown; rounded: string[] } | { ok: false; message: string };

export function readTypedJson(text: string): TypedJson {
  const read = readJson(text, { depth: Number.POSITIVE_INFINITY, portable: false });
  if (read.ok) return { ok: true, value: read.value, rounded: roundedNumbers(text, read.spans) };
  const { reason, offset } = read.error;
  const { line, column } = new Lines(text).place({ start: offset, end: offset });
  return { ok: false, message: `${reason} (line ${line}, column ${column})` };
}

function roundedNumbers(text: string, spans: Spans): string[] {
  const rounded = new Set<string>();
  for (let value = 0; value < spans.size; value++) {
    const { start, end } = spans.valueSpan(value);
    if (!/[-\d]/.test(text.charAt(start))) continue;
    const number = text.slice(start, end);
    if (losesDigits(number, Number(number))) rounded.add(number);
  }
  return [...rounded];
}
