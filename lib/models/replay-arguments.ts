/**
 * The arguments of an earlier call as a value, for providers that take no argument text. Malformed text (D1 to D3) becomes
 * `{}` (docs/contract.md#providers). Every loss gets a note.
 */
import { readJson } from "@/lib/json/read";
import { isObject } from "@/lib/json/value";
import { DEFAULT_LIMITS } from "@/lib/schema/text/limits";
import { isBlank } from "../util/blank";

export function replayArguments(argumentsText: string): { input: Record<string, unknown>; notes: string[] } {
  if (isBlank(argumentsText)) return { input: {}, notes: [] };
  const read = readJson(argumentsText, { depth: DEFAULT_LIMITS.depth, portable: true });
  if (!read.ok) return replaced(read.error.reason);
  if (!isObject(read.value)) return replaced("not a JSON object");
  const notes = read.notes.map(({ code, pointer, start, end }) => {
    const token = argumentsText.slice(start, end);
    return code === "precision"
      ? `the number ${token} at ${pointer} was sent as ${JSON.stringify(Number(token))}.`
      : `the member ${pointer} is there twice, only the last was sent.`;
  });
  return { input: read.value, notes };
}

function replaced(reason: string) {
  return { input: {}, notes: [`its arguments cannot be handed on (${reason}): {} was sent in their place.`] };
}
