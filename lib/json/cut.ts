/** Cuts a member or an item out of a JSON text. */
import type { Span } from "./spans";

/** The text without a member or an item, and without the comma that belongs to it. */
export function withoutMember(text: string, { start, end }: Span): string {
  const after = text.slice(end).trimStart();
  if (after.startsWith(",")) return text.slice(0, start) + after.slice(1).trimStart();
  const before = text.slice(0, start).trimEnd();
  return (before.endsWith(",") ? before.slice(0, -1) : text.slice(0, start)) + text.slice(end);
}
