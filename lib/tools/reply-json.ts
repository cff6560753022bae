/** Reads the JSON that scripts and workers reply with. */
import { type JsonRead, readJson } from "@/lib/json/read";

/** Deeper values could not be stored: `JSON.stringify` runs out of stack. */
const MAX_DEPTH = 500;

type Reply = Extract<JsonRead, { ok: true }> | { ok: false; error: string };

/** The error starts with a verb, so that the caller can put the name of the text in front. */
export function readReply(text: string): Reply {
  const read = readJson(text, { depth: MAX_DEPTH, portable: false });
  if (read.ok) return read;
  if (read.error.limit) return { ok: false, error: `is nested deeper than ${MAX_DEPTH} levels` };
  return { ok: false, error: `is not JSON: ${read.error.reason}` };
}
