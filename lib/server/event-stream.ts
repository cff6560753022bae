/**
 * A session's facts as an event stream. A reader that keeps up gets shared frames as they are made; one that lags is
 * fed from the store at its own pace, so a slow reader costs a bounded buffer and never loses or doubles a fact.
 */
import type { Store } from "../store/port";
import { factFrame, HEARTBEAT, OPENING } from "../wire/frames";
import type { Hub } from "./hub";

const PAGE = 500;
const BUFFER_BYTES = 256 * 1024;
const HEARTBEAT_MS = 20_000;

export interface StreamSource {
  store: Store;
  hub: Hub;
  sessionId: string;
  /** The last fact the reader has. */
  after: number;
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
}

class Feed {
  readonly #source: StreamSource;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #stop: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #seq: number;
  #more = true;
  #running = false;
  #closed = false;

  constructor(source: StreamSource, controller: ReadableStreamDefaultController<Uint8Array>) {
    this.#source = source;
    this.#controller = controller;
    this.#seq = source.after;
    this.#stop = source.hub.watch(source.sessionId, {
      onFacts: () => {
        this.#more = true;
        this.flow();
      },
      onPassing: (frame) => {
        if (!this.#more && this.#hasRoom()) this.#send(frame);
      },
      onEnd: () => this.close(),
    });
    this.#heartbeat = setInterval(() => this.#hasRoom() && this.#send(HEARTBEAT), HEARTBEAT_MS);
    this.#heartbeat.unref();
    source.signal.addEventListener("abort", () => this.close(), { once: true });
    this.#send(OPENING);
  }

  #hasRoom(): boolean {
    return !this.#closed && (this.#controller.desiredSize ?? 0) > 0;
  }

  #send(text: string): void {
    if (!this.#closed) this.#controller.enqueue(this.#encoder.encode(text));
  }

  /** Sends what there is as long as the reader takes it. Called when there is more, and when there is room again. */
  flow(): void {
    if (this.#running) return;
    this.#running = true;
    this.#drain()
      .catch((error: unknown) => {
        console.error("An event stream ended:", error);
        this.close();
      })
      .finally(() => {
        this.#running = false;
        if (this.#more && this.#hasRoom()) this.flow();
      });
  }

  async #drain(): Promise<void> {
    const { hub, store, sessionId } = this.#source;
    while (this.#more && this.#hasRoom()) {
      this.#more = false;
      const kept = hub.recent(sessionId, this.#seq);
      if (kept) {
        this.#seq = kept.last;
        if (kept.frames !== "") this.#send(kept.frames);
        continue;
      }
      const facts = await store.sessions.read(sessionId, { after: this.#seq, limit: PAGE });
      this.#seq = facts.at(-1)?.seq ?? this.#seq;
      if (facts.length > 0) {
        this.#more = true;
        this.#send(facts.map(factFrame).join(""));
      }
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    clearInterval(this.#heartbeat);
    try {
      this.#controller.close();
    } catch {
      // The reader cancelled it already.
    }
  }
}

/** Facts after `after`, then those to come, until the reader leaves or the server stops. */
export function eventStream(source: StreamSource): ReadableStream<Uint8Array> {
  let feed: Feed | null = null;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        feed = new Feed(source, controller);
      },
      pull: () => feed?.flow(),
      cancel: () => feed?.close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
}
