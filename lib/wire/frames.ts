/** The frames of a session's event stream, as text. */
import type { Fact } from "@/lib/engine/log/facts";
import type { StreamDelta } from "../protocol/messages";

/** First on a stream: how soon a browser comes back after a break, in milliseconds. */
export const OPENING = "retry: 1000\n\n";

/** Keeps a quiet stream open; readers skip it. */
export const HEARTBEAT = ": still here\n\n";

/** One fact. Its number is the frame's id, so a reader that comes back says where it left off. */
export function factFrame(fact: Fact): string {
  return `id: ${fact.seq}\ndata: ${JSON.stringify(fact)}\n\n`;
}

/** A piece of an answer under way. It has no id: it is not part of the log and is never sent again. */
export function deltaFrame(piece: { call_id: string; delta: StreamDelta }): string {
  return `event: llm.token.delta\ndata: ${JSON.stringify(piece)}\n\n`;
}

/** The fact a returning reader had last (the header `Last-Event-ID`); null when there is none, or none of ours. */
export function readLastEventId(header: string | null): number | null {
  if (header === null || !/^\d{1,15}$/.test(header.trim())) return null;
  return Number(header.trim());
}
