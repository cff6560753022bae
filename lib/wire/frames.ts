/** The frames of a session's event stream, as text. */
import type { Fact } from "@/lib/engine/log/facts";
import type { StreamDelta } from "../protocol/messages";

/** The first frame of a stream: how long a browser waits before it reconnects, in milliseconds. */
export const OPENING = "retry: 1000\n\n";

/** A comment that keeps an idle stream open; readers ignore it. */
export const HEARTBEAT = ": still here\n\n";

/** One fact. Its `seq` is the frame's id, so a reader that reconnects can say where it left off. */
export function factFrame(fact: Fact): string {
  return `id: ${fact.seq}\ndata: ${JSON.stringify(fact)}\n\n`;
}

/** A piece of a reply that is still arriving. It has no id: it is not part of the log and is never sent again. */
export function deltaFrame(piece: { call_id: string; delta: StreamDelta }): string {
  return `event: llm.token.delta\ndata: ${JSON.stringify(piece)}\n\n`;
}

/** The last `seq` a reconnecting reader received (the header `Last-Event-ID`); null when absent or not a number. */
export function readLastEventId(header: string | null): number | null {
  if (header === null || !/^\d{1,15}$/.test(header.trim())) return null;
  return Number(header.trim());
}
