/** The recorded texts of a tool over many sessions, kept in memory so that only what is new is read from their logs. */
import {
  addRecorded,
  type Direction,
  newRecording,
  RECORDED_FACTS,
  type RecordedText,
  type Recording,
} from "../engine/recorded";
import { UnreadableLog } from "../engine/upcast";
import type { WorkspaceTool } from "../protocol/workspace";
import type { SessionSummary, Store } from "../store/port";

export interface SessionText extends RecordedText {
  session: string;
}

export interface Recorded {
  /** Newest session first, in each as the log has them. */
  texts: SessionText[];
  /** Whether all were looked at; else these are the newest. */
  complete: boolean;
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

export class RecordedCalls {
  /** The longest unused first. */
  readonly #known = new Map<string, Recording>();
  readonly #reading = new Map<string, Promise<Recording | null>>();

  constructor(
    private readonly store: Pick<Store, "sessions">,
    private readonly most: number = MAX_TEXTS,
  ) {}

  async of(whose: WhoseCalls, signal: AbortSignal): Promise<Recorded> {
    const found: Recorded = { texts: [], complete: true, newest: null };
    let chars = 0;
    let sessions = 0;
    for await (const summary of this.#sessions(whose)) {
      if (signal.aborted) break;
      if (found.texts.length >= this.most || chars >= MAX_CHARS || sessions >= MAX_SESSIONS) {
        found.complete = false;
        break;
      }
      const recording = await this.#read(summary);
      if (!recording) continue;
      found.newest ??= recording.workspace?.agent.tools.find(({ name }) => name === whose.tool) ?? null;
      chars += this.#take(found, recording.tools.get(whose.tool)?.[whose.direction] ?? [], summary.id);
      sessions++;
    }
    this.#forget();
    return found;
  }

  /** The newest of a session's texts, as many as there is room for. Returns their characters. */
  #take(found: Recorded, texts: readonly RecordedText[], session: string): number {
    const left = Math.max(0, texts.length - (this.most - found.texts.length));
    if (left > 0) found.complete = false;
    const taken = texts.slice(left);
    for (const text of taken) found.texts.push({ ...text, session });
    return taken.reduce((sum, { text }) => sum + text.length, 0);
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
    return recording;
  }

  #forget(): void {
    let chars = 0;
    for (const recording of this.#known.values()) chars += recording.chars;
    for (const [id, recording] of this.#known) {
      if (chars <= KEPT_CHARS && this.#known.size <= MAX_SESSIONS) return;
      this.#known.delete(id);
      chars -= recording.chars;
    }
  }
}
