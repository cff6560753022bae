/**
 * Keeps one session's log up to date: reads what is stored by pages, then follows the event stream, and starts again
 * from the last fact it has when the stream breaks off or leaves something out.
 *
 *     loading ─▶ live ⇄ reconnecting        paused while nobody looks        missing, ended: over
 */
import type { Fact } from "@/lib/engine/log/facts";
import { UnreadableLog } from "@/lib/engine/state/versions";
import type { StreamDelta } from "@/lib/protocol/messages";
import { createFold, type LogFold } from "./log-fold";

export type Link = "loading" | "live" | "reconnecting" | "paused" | "ended" | "missing" | "failed";

export interface StreamHandlers {
  onOpen: () => void;
  /** One stored fact as JSON. */
  onFact: (json: string) => void;
  /** One piece of a streamed reply, `{call_id, delta}`, as JSON. */
  onDelta: (json: string) => void;
  /** The stream ended unexpectedly; it is already closed. */
  onBreak: () => void;
}

export type PageAnswer =
  | { kind: "facts"; facts: Fact[]; more: boolean }
  | { kind: "missing" }
  /** The server has the log but cannot read it; `error` says why. */
  | { kind: "unreadable"; error: string }
  /** The server is unreachable or failed; another try may succeed. */
  | { kind: "unreachable"; error: string };

/** Everything outside the feed, so that tests can replace it. */
export interface FeedWorld {
  /** At most `limit` facts after `after`, oldest first. */
  page: (after: number, limit: number) => Promise<PageAnswer>;
  /** Follows the session from `after` on. The returned function closes the stream. */
  stream: (after: number, handlers: StreamHandlers) => () => void;
  /** Runs `task` before the next frame is drawn. */
  frame: (task: () => void) => void;
  /** Runs `task` after pending input and drawing, several times a frame if there is time. */
  soon: (task: () => void) => void;
  /** Runs `task` after `ms`. The returned function cancels it. */
  later: (ms: number, task: () => void) => () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface FeedView {
  link: Link;
  /** The reason, for `failed` and `reconnecting`. */
  error: string | null;
  log: LogFold;
  /** The stored facts have not all been read yet, so the log shows an earlier state. */
  reading: boolean;
  /** An estimate of how far this browser's clock is ahead of the server's, in milliseconds. */
  skew: number;
}

/** A small first page to draw early, then pages as large as one frame can parse. */
const FIRST_PAGE = 1_000;
const PAGE = 4_000;
const pageAfter = (after: number): number => (after === 0 ? FIRST_PAGE : PAGE);
const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
/** Time for folding within one frame, in milliseconds; the rest waits for the next. */
const SLICE_MS = 10;
/** How many events are folded between two checks of the clock. */
const STRIDE = 64;
/** While the stored log is being read, the page is drawn after the first piece and then at this interval, in milliseconds. */
const READING_DRAW_MS = 400;

/** Received but not folded yet. */
type Waiting = { kind: "fact" | "delta"; json: string } | { kind: "read"; fact: Fact };

export class LogFeed {
  readonly #world: FeedWorld;
  readonly #changed: (view: FeedView) => void;
  readonly #log = createFold();
  #link: Link = "loading";
  #error: string | null = null;
  #skew: number | null = null;
  #queue: Waiting[] = [];
  /** All stored facts have been read; further facts arrive on the stream. */
  #caughtUp = false;
  #reading = true;
  /** When the page was last drawn; null: draw it without waiting. */
  #drawnAt: number | null = null;
  #scheduled = false;
  #failures = 0;
  #closeStream: (() => void) | null = null;
  #cancelWait: (() => void) | null = null;
  /** Increases with every start and stop, so that responses to earlier rounds are ignored. */
  #round = 0;

  /** `changed` is called at most once a frame, and less often while the stored log is being read. */
  constructor(world: FeedWorld, changed: (view: FeedView) => void) {
    this.#world = world;
    this.#changed = changed;
  }

  view(): FeedView {
    return {
      link: this.#link,
      error: this.#error,
      log: this.#log,
      reading: this.#reading,
      skew: this.#skew ?? 0,
    };
  }

  start(): void {
    this.#disconnect();
    this.#reading = true;
    void this.#connect(this.#round);
  }

  /** Closes the connection and keeps what was read. */
  stop(link: "paused" | "ended" = "paused"): void {
    this.#disconnect();
    this.#set(link, null);
  }

  #disconnect(): void {
    this.#round += 1;
    this.#closeStream?.();
    this.#cancelWait?.();
    this.#closeStream = null;
    this.#cancelWait = null;
    this.#queue = [];
    this.#caughtUp = false;
  }

  async #connect(round: number): Promise<void> {
    let after = this.#log.facts.length;
    for (let more = true; more; ) {
      const answer = await this.#world.page(after, pageAfter(after));
      if (round !== this.#round) return;
      if (answer.kind === "missing") return this.#set("missing", null);
      if (answer.kind === "unreadable") return this.#set("failed", answer.error);
      if (answer.kind === "unreachable") return this.#retry(answer.error);
      for (const fact of answer.facts) this.#queue.push({ kind: "read", fact });
      after = answer.facts.at(-1)?.seq ?? after;
      more = answer.more;
      this.#schedule();
    }
    this.#caughtUp = true;
    this.#follow(round, after);
  }

  #follow(round: number, after: number): void {
    const heard =
      <A extends unknown[]>(handler: (...args: A) => void) =>
      (...args: A) => {
        if (round === this.#round) handler(...args);
      };
    const push = (kind: "fact" | "delta") =>
      heard((json: string) => {
        this.#queue.push({ kind, json });
        this.#schedule();
      });
    this.#closeStream = this.#world.stream(after, {
      onOpen: heard(() => {
        this.#failures = 0;
        this.#set("live", null);
      }),
      onFact: push("fact"),
      onDelta: push("delta"),
      onBreak: heard(() => this.#retry("the connection to the server broke off")),
    });
  }

  #retry(error: string): void {
    this.#disconnect();
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#set(this.#log.facts.length === 0 ? "loading" : "reconnecting", error);
    this.#cancelWait = this.#world.later(wait, () => void this.#connect(this.#round));
  }

  /** False if the log cannot be folded or has a gap; the feed has then stopped or scheduled a retry. */
  #fold(facts: readonly Fact[]): boolean {
    try {
      if (this.#log.add(facts) === "ok") return true;
      this.#retry("facts were missing from the stream");
    } catch (error) {
      this.#disconnect();
      const said = error instanceof Error ? error.message : String(error);
      this.#set("failed", error instanceof UnreadableLog ? said : `This log cannot be read: ${said}`);
    }
    return false;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const run = () => {
      this.#scheduled = false;
      this.#takeQueued();
      this.#draw();
    };
    if (this.#reading && this.#drawnAt !== null) this.#world.soon(run);
    else this.#world.frame(run);
  }

  #draw(): void {
    const now = this.#world.now();
    if (this.#reading && this.#drawnAt !== null && now - this.#drawnAt < READING_DRAW_MS) return;
    this.#drawnAt = this.#log.facts.length > 0 ? now : null;
    this.#changed(this.view());
  }

  /** Folds received facts for a limited time, so that a burst does not block typing. */
  #takeQueued(): void {
    const started = this.#world.now();
    let taken = 0;
    while (taken < this.#queue.length && this.#world.now() - started < SLICE_MS) {
      const batch = this.#queue.slice(taken, taken + STRIDE);
      taken += batch.length;
      if (!this.#takeBatch(batch)) return;
    }
    this.#queue = this.#queue.slice(taken);
    if (this.#queue.length > 0) this.#schedule();
    else if (this.#caughtUp) {
      this.#reading = false;
      if (this.#log.state.cancelled) this.stop("ended");
    }
  }

  #takeBatch(batch: Waiting[]): boolean {
    let facts: Fact[] = [];
    let newest = 0;
    for (const waiting of batch) {
      if (waiting.kind === "read") facts.push(waiting.fact);
      else if (waiting.kind === "fact") {
        const fact = JSON.parse(waiting.json) as Fact;
        newest = fact.at;
        facts.push(fact);
      } else {
        if (!this.#fold(facts)) return false;
        facts = [];
        const { call_id, delta } = JSON.parse(waiting.json) as { call_id: string; delta: StreamDelta };
        this.#log.addDelta(call_id, delta);
      }
    }
    if (newest > 0) this.#skew = Math.min(this.#skew ?? Number.POSITIVE_INFINITY, this.#world.now() - newest);
    return this.#fold(facts);
  }

  #set(link: Link, error: string | null): void {
    this.#link = link;
    this.#error = error;
    this.#drawnAt = null;
    this.#schedule();
  }
}
