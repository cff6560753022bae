/**
 * A session's facts as an event stream. A reader that keeps up gets shared chunks; a slow one is fed
 * from the store at its own pace, so it costs a bounded buffer and never loses or repeats a fact. A reader that
 * takes nothing for 30 to 60 s is disconnected (scripts/setup/serve.mjs) and may reconnect for the rest.
 */
import type { Store } from "@/lib/store/port";
import { factFrame, HEARTBEAT, OPENING } from "@/lib/wire/frames";
import { CHUNK_BYTES, type Hub } from "./hub";

const PAGE = 500;
/** The buffer per reader. At most one more chunk is added to it, which is larger only if it holds one large fact. */
const BUFFER_BYTES = 128 * 1024;
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();

export interface StreamSource {
  store: Store;
  hub: Hub;
  sessionId: string;
  /** The last fact that the reader has. */
  after: number;
  /** Aborted when the reader leaves. */
  signal: AbortSignal;
}

class Feed {
  readonly #source: StreamSource;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #stop: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #seq: number;
  #more = true;
  #reading = false;
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
    this.#heartbeat = setInterval(() => this.#hasRoom() && this.#say(HEARTBEAT), HEARTBEAT_MS);
    this.#heartbeat.unref();
    source.signal.addEventListener("abort", () => this.close(), { once: true });
    this.#say(OPENING);
  }

  #hasRoom(): boolean {
    return !this.#closed && (this.#controller.desiredSize ?? 0) > 0;
  }

  #say(text: string): void {
    this.#send(encoder.encode(text));
  }

  #send(bytes: Uint8Array): void {
    if (!this.#closed) this.#controller.enqueue(bytes);
  }

  /** Sends chunks while the reader accepts them. Called when there are new facts and when there is room again. */
  flow(): void {
    const { hub, sessionId } = this.#source;
    while (this.#more && !this.#reading && this.#hasRoom()) {
      const kept = hub.recent(sessionId, this.#seq);
      if (!kept) this.#readOn();
      else if (kept.last === this.#seq) this.#more = false;
      else {
        this.#seq = kept.last;
        this.#send(kept.bytes);
      }
    }
  }

  #readOn(): void {
    this.#reading = true;
    this.#fromStore()
      .catch((error: unknown) => {
        console.error("An event stream ended:", error);
        this.close();
      })
      .finally(() => {
        this.#reading = false;
        this.flow();
      });
  }

  async #fromStore(): Promise<void> {
    const { store, sessionId } = this.#source;
    this.#more = false;
    const page = { after: this.#seq, limit: PAGE, bytes: CHUNK_BYTES };
    const facts = await store.sessions.read(sessionId, page);
    const last = facts.at(-1);
    if (!last) return;
    this.#more = true;
    this.#seq = last.seq;
    this.#say(facts.map(factFrame).join(""));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    clearInterval(this.#heartbeat);
    try {
      this.#controller.close();
    } catch {
      // The reader has already cancelled it.
    }
  }
}

/** The facts after `after`, then new ones, until the reader leaves or the server stops. */
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
