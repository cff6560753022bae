/**
 * Tells watchers that a session has new facts. Frames of the newest facts are kept while a session is watched, so each
 * is built once however many watch.
 */
import type { Fact } from "../engine/facts";
import { factFrame } from "../wire/frames";

/** Frames kept for a watched session; a watcher further behind reads from the store. */
const RECENT = 2_000;

export interface Watcher {
  /** There are facts beyond those read so far. */
  onFacts: () => void;
  /** A frame that is not stored; lost on a watcher that cannot take it now. */
  onPassing: (frame: string) => void;
  /** The session's writer is gone; the stream ends and may be opened again. */
  onEnd: () => void;
}

interface Channel {
  watchers: Set<Watcher>;
  /** Frames of consecutive facts; the first one's seq is `first`. */
  frames: string[];
  first: number;
}

export class Hub {
  readonly #channels = new Map<string, Channel>();

  watch(sessionId: string, watcher: Watcher): () => void {
    const channel = this.#channels.get(sessionId) ?? { watchers: new Set(), frames: [], first: 0 };
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

  /** Call once the facts are stored, in order. */
  publish(sessionId: string, facts: readonly Fact[]): void {
    const channel = this.#channels.get(sessionId);
    const start = facts[0]?.seq;
    if (!channel || start === undefined) return;
    if (channel.first + channel.frames.length !== start) {
      channel.frames = [];
      channel.first = start;
    }
    channel.frames.push(...facts.map(factFrame));
    const over = channel.frames.length - RECENT;
    if (over > 0) {
      channel.frames.splice(0, over);
      channel.first += over;
    }
    for (const watcher of channel.watchers) watcher.onFacts();
  }

  /** Sends a frame that is not part of the log. */
  pass(sessionId: string, frame: () => string): void {
    const channel = this.#channels.get(sessionId);
    if (!channel) return;
    const text = frame();
    for (const watcher of channel.watchers) watcher.onPassing(text);
  }

  /** The kept frames of the facts after `seq`, joined; null when the kept ones do not reach back that far. */
  recent(sessionId: string, seq: number): { frames: string; last: number } | null {
    const channel = this.#channels.get(sessionId);
    if (!channel || channel.frames.length === 0 || channel.first > seq + 1) return null;
    const from = seq + 1 - channel.first;
    const last = channel.first + channel.frames.length - 1;
    return from > channel.frames.length ? null : { frames: channel.frames.slice(from).join(""), last };
  }

  /** Ends all streams, of one session or of all. */
  end(sessionId?: string): void {
    for (const [id, channel] of this.#channels) {
      if (sessionId !== undefined && id !== sessionId) continue;
      for (const watcher of [...channel.watchers]) watcher.onEnd();
    }
  }
}
