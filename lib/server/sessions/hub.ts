/**
 * Notifies watchers of a session's new facts. The newest frames are cached while a session is watched, so each frame
 * is built once for all watchers.
 */
import type { Fact } from "@/lib/engine/log/facts";
import { factFrame } from "@/lib/wire/frames";

/** Limits of the cached frames of a watched session; the newest frame is always cached. A watcher further behind reads from the store. */
const RECENT = 2_000;
const RECENT_BYTES = 1024 * 1024;

/** The maximum number of bytes in a chunk; a chunk has at least one frame. */
export const CHUNK_BYTES = 64 * 1024;

export interface Watcher {
  /** There are new facts. */
  onFacts: () => void;
  /** A frame that is not stored. A watcher that cannot take it now loses it. */
  onPassing: (frame: Uint8Array) => void;
  /** The session's writer has stopped: the stream ends and may be reopened. */
  onEnd: () => void;
}

/** Frames of consecutive facts; `last` is the `seq` of the newest. */
export interface Chunk {
  bytes: Uint8Array;
  last: number;
}

interface Channel {
  watchers: Set<Watcher>;
  /** Frames of consecutive facts; `first` is the `seq` of the first. */
  frames: Uint8Array[];
  first: number;
  bytes: number;
  /** The last chunk, which follows the fact `after`: most watchers ask for the same one. */
  chunk: (Chunk & { after: number }) | null;
}

const encoder = new TextEncoder();

export class Hub {
  readonly #channels = new Map<string, Channel>();
  /** Channels with facts that their watchers do not know of yet; watchers are notified once per event-loop turn. */
  readonly #untold = new Set<Channel>();

  watch(sessionId: string, watcher: Watcher): () => void {
    const channel = this.#channels.get(sessionId) ?? {
      watchers: new Set(),
      frames: [],
      first: 0,
      bytes: 0,
      chunk: null,
    };
    this.#channels.set(sessionId, channel);
    channel.watchers.add(watcher);
    return () => {
      channel.watchers.delete(watcher);
      if (channel.watchers.size === 0 && this.#channels.get(sessionId) === channel)
        this.#channels.delete(sessionId);
    };
  }

  watched(sessionId: string): boolean {
    return this.#channels.has(sessionId);
  }

  /** Call when the facts are stored, in order. */
  publish(sessionId: string, facts: readonly Fact[]): void {
    const channel = this.#channels.get(sessionId);
    const start = facts[0]?.seq;
    if (!channel || start === undefined) return;
    if (channel.first + channel.frames.length !== start) {
      channel.frames = [];
      channel.bytes = 0;
      channel.first = start;
    }
    for (const fact of facts) {
      const frame = encoder.encode(factFrame(fact));
      channel.frames.push(frame);
      channel.bytes += frame.length;
    }
    this.#forgetOldest(channel);
    if (this.#untold.size === 0) setImmediate(() => this.#tellAll());
    this.#untold.add(channel);
  }

  #forgetOldest(channel: Channel): void {
    const { frames } = channel;
    let count = Math.max(0, frames.length - RECENT);
    for (const frame of frames.slice(0, count)) channel.bytes -= frame.length;
    for (; channel.bytes > RECENT_BYTES && count < frames.length - 1; count += 1)
      channel.bytes -= frames[count]?.length ?? 0;
    frames.splice(0, count);
    channel.first += count;
  }

  #tellAll(): void {
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const channel of untold) for (const watcher of channel.watchers) watcher.onFacts();
  }

  /** Sends a frame that is not part of the log. */
  pass(sessionId: string, frame: () => string): void {
    const channel = this.#channels.get(sessionId);
    if (!channel) return;
    if (this.#untold.has(channel)) this.#tellAll(); // send the facts before it first
    const bytes = encoder.encode(frame());
    for (const watcher of channel.watchers) watcher.onPassing(bytes);
  }

  /**
   * Cached frames after the fact `seq`, as many as fit into a chunk; none when nothing is newer; null when the cache does
   * not reach back that far.
   */
  recent(sessionId: string, seq: number): Chunk | null {
    const channel = this.#channels.get(sessionId);
    if (!channel || channel.frames.length === 0 || channel.first > seq + 1) return null;
    const { frames, first } = channel;
    const from = seq + 1 - first;
    if (from > frames.length) return null;
    const end = chunkEnd(frames, from);
    const last = first + end - 1;
    if (channel.chunk?.after !== seq || channel.chunk.last !== last)
      channel.chunk = { after: seq, last, bytes: Buffer.concat(frames.slice(from, end)) };
    return channel.chunk;
  }

  /** Ends all streams of one session or of all sessions. */
  end(sessionId?: string): void {
    for (const [id, channel] of this.#channels) {
      if (sessionId !== undefined && id !== sessionId) continue;
      for (const watcher of [...channel.watchers]) watcher.onEnd();
    }
  }
}

/** The index after the last frame that fits into a chunk starting at `from`. */
function chunkEnd(frames: readonly Uint8Array[], from: number): number {
  let bytes = 0;
  let end = from;
  for (; end < frames.length; end += 1) {
    bytes += frames[end]?.length ?? 0;
    if (bytes > CHUNK_BYTES && end > from) break;
  }
  return end;
}
