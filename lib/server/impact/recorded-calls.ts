/** The recorded texts of a tool across sessions, cached in memory so that only new facts are read from the logs. */

import {
  addRecorded,
  newRecording,
  RECORDED_FACTS,
  type RecordedText,
  type Recording,
} from "@/lib/engine/state/recorded";
import { UnreadableLog } from "@/lib/engine/state/versions";
import type { Side } from "@/lib/protocol/side";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { SessionSummary, Store } from "@/lib/store/port";

export interface SessionText extends RecordedText {
  session: string;
}

export interface Recorded {
  /** Newest session first; within a session in log order. If there are fewer than `all`, these are the newest. */
  texts: SessionText[];
  /** How many texts are recorded, as far as they were counted. */
  all: number;
  /** False when some sessions have not been read yet, so there may be more. */
  counted: boolean;
  /** The tool as in the newest session that has it. */
  newest: WorkspaceTool | null;
}

export interface WhoseCalls {
  /** Include the sessions of this workspace. */
  workspaceId?: string;
  /** Include this session, whichever workspace it belongs to. */
  session?: string;
  tool: string;
  direction: Side;
}

/** The maximum number of texts in one answer. */
const MAX_TEXTS = 10_000;
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_SESSIONS = 2_000;
/** The maximum number of characters cached between answers. */
const KEPT_CHARS = 64 * 1024 * 1024;
const PAGE = 500;
/** How many logs one answer reads just to count their texts; the next answer continues from there. */
const COUNTED_LOGS = 25;
/** How many sessions' counts are cached. */
const KEPT_COUNTS = 10_000;

type Counts = ReadonlyMap<string, Record<Side, number>>;

export class RecordedCalls {
  /** Least recently used first. */
  readonly #known = new Map<string, Recording>();
  readonly #reading = new Map<string, Promise<Recording | null>>();
  /** Counts by tool, up to a fact of the log. */
  readonly #counts = new Map<string, { seq: number; counts: Counts }>();

  constructor(
    private readonly store: Pick<Store, "sessions">,
    private readonly most: number = MAX_TEXTS,
  ) {}

  async of(whose: WhoseCalls, signal: AbortSignal): Promise<Recorded> {
    const found: Recorded = { texts: [], all: 0, counted: true, newest: null };
    const left = { chars: MAX_CHARS, sessions: MAX_SESSIONS, logs: COUNTED_LOGS };
    for await (const summary of this.#sessions(whose)) {
      if (signal.aborted || left.sessions === 0) {
        found.counted = false;
        break;
      }
      left.sessions--;
      if (found.texts.length < this.most && left.chars > 0)
        left.chars -= this.#take(found, summary, { whose, recording: await this.#read(summary) });
      else await this.#count(found, summary, { whose, left });
    }
    this.#forget();
    return found;
  }

  /** Adds as many of a session's newest texts as there is room for. Returns their number of characters. */
  #take(
    found: Recorded,
    { id }: SessionSummary,
    { whose, recording }: { whose: WhoseCalls; recording: Recording | null },
  ): number {
    if (!recording) return 0;
    found.newest ??= recording.workspace?.agent.tools.find(({ name }) => name === whose.tool) ?? null;
    const texts = recording.tools.get(whose.tool)?.[whose.direction] ?? [];
    const taken = texts.slice(Math.max(0, texts.length - (this.most - found.texts.length)));
    for (const text of taken) found.texts.push({ ...text, session: id });
    found.all += texts.length;
    return taken.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Counts the texts of a session without reading them. */
  async #count(
    found: Recorded,
    summary: SessionSummary,
    { whose: { tool, direction }, left }: { whose: WhoseCalls; left: { logs: number } },
  ): Promise<void> {
    const { id, seq } = summary;
    if ((this.#counts.get(id)?.seq ?? -1) < seq) {
      if (left.logs === 0) {
        found.counted = false;
        return;
      }
      left.logs--;
      const kept = this.#known.has(id);
      await this.#read(summary);
      if (!kept) this.#known.delete(id);
    }
    found.all += this.#counts.get(id)?.counts.get(tool)?.[direction] ?? 0;
  }

  /** The session on screen comes first. */
  async *#sessions({ workspaceId, session }: WhoseCalls): AsyncGenerator<SessionSummary> {
    const first = session === undefined ? null : await this.store.sessions.summary(session);
    if (first && first.workspace_id !== (workspaceId ?? null)) yield first;
    if (workspaceId === undefined) {
      if (first && first.workspace_id === null) yield first;
      return;
    }
    let before: string | null | undefined;
    while (before !== null) {
      const page = await this.store.sessions.list({ limit: 100, before, workspace_id: workspaceId });
      yield* page.items;
      before = page.next;
    }
  }

  /** Reads of one session run one after another, so that nothing is added twice. */
  async #read(summary: SessionSummary): Promise<Recording | null> {
    const { id } = summary;
    const before = this.#reading.get(id) ?? Promise.resolve();
    const reading = before.catch(() => {}).then(() => this.#readOn(summary));
    this.#reading.set(id, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    }
  }

  /** Null when the log was written by a newer version of Callscope. */
  async #readOn({ id, seq }: SessionSummary): Promise<Recording | null> {
    const recording = this.#known.get(id) ?? newRecording();
    this.#known.delete(id);
    this.#known.set(id, recording);
    try {
      for (let more = recording.seq < seq; more; ) {
        const page = { after: recording.seq, limit: PAGE, types: RECORDED_FACTS };
        const facts = await this.store.sessions.read(id, page);
        addRecorded(recording, facts);
        more = facts.length === PAGE;
      }
    } catch (error) {
      if (error instanceof UnreadableLog) return null;
      throw error;
    }
    recording.seq = Math.max(recording.seq, seq);
    this.#counts.delete(id);
    this.#counts.set(id, { seq: recording.seq, counts: countsOf(recording) });
    return recording;
  }

  #forget(): void {
    for (const id of this.#counts.keys()) {
      if (this.#counts.size <= KEPT_COUNTS) break;
      this.#counts.delete(id);
    }
    let chars = 0;
    for (const recording of this.#known.values()) chars += recording.chars;
    for (const [id, recording] of this.#known) {
      if (chars <= KEPT_CHARS && this.#known.size <= MAX_SESSIONS) return;
      this.#known.delete(id);
      chars -= recording.chars;
    }
  }
}

const countsOf = ({ tools }: Recording): Counts =>
  new Map(
    [...tools].map(([tool, { input, output }]) => [tool, { input: input.length, output: output.length }]),
  );
