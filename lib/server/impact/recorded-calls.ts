/** The recorded texts of a tool over many sessions, kept in memory so that only what is new is read from their logs. */
import {
  addRecorded,
  type Direction,
  newRecording,
  RECORDED_FACTS,
  type RecordedText,
  type Recording,
} from "@/lib/engine/state/recorded";
import { UnreadableLog } from "@/lib/engine/state/upcast";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { SessionSummary, Store } from "@/lib/store/port";

export interface SessionText extends RecordedText {
  session: string;
}

export interface Recorded {
  /** Newest session first, in each as the log has them. Fewer than `all`: the newest. */
  texts: SessionText[];
  /** How many are recorded, as far as was counted. */
  all: number;
  /** False: there are sessions that were not looked through yet, so there may be more. */
  counted: boolean;
  /** The tool as the newest session that has it was started with. */
  newest: WorkspaceTool | null;
}

export interface WhoseCalls {
  /** Of this workspace's sessions. */
  workspaceId?: string;
  /** And of this one, whosever it is. */
  session?: string;
  tool: string;
  direction: Direction;
}

/** Texts taken into one answer. */
const MAX_TEXTS = 10_000;
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_SESSIONS = 2_000;
/** Characters kept in memory between answers. */
const KEPT_CHARS = 64 * 1024 * 1024;
const PAGE = 500;
/** Logs read for one answer only to know how many texts they have; the next answer goes on from there. */
const COUNTED_LOGS = 25;
/** Sessions whose numbers are kept. */
const KEPT_COUNTS = 10_000;

type Counts = ReadonlyMap<string, Record<Direction, number>>;

export class RecordedCalls {
  /** The longest unused first. */
  readonly #known = new Map<string, Recording>();
  readonly #reading = new Map<string, Promise<Recording | null>>();
  /** By tool, as of a fact of the log. */
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

  /** The newest of a session's texts, as many as there is room for. Returns their characters. */
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

  /** Adds how many texts a session has that are not looked at. */
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

  /** The one on screen first. */
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

  /** One after the other for one session, so that nothing is added twice. */
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

  /** Null: a newer Callscope wrote the log. */
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
