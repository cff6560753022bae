/** Writes the draft to the server a moment after the last edit, one save at a time. */

import { ApiError, api, explain } from "@/lib/client/api/api";
import type { StoredWorkspace } from "@/lib/wire/workspaces";
import { type Draft, savingBegan, savingEnded, savingFailed, useDraft } from "./draft";

const QUIET_MS = 600;
const AGAIN_MS = 4_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;

/** Watches the draft until the returned function is called. `onSaved` is called after each save. */
export function startAutosave(onSaved: (stored: StoredWorkspace) => void): () => void {
  const stop = useDraft.subscribe(({ draft }, before) => {
    if (draft === before.draft || !draft) return;
    if (draft.save.kind === "dirty") plan(QUIET_MS, onSaved);
    // A refused body stays refused until the next edit; an unreachable server may come back.
    else if (draft.save.kind === "failed" && draft.save.again && draft.save !== before.draft?.save)
      plan(AGAIN_MS, onSaved);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function plan(ms: number, onSaved: (stored: StoredWorkspace) => void): void {
  clearTimeout(timer);
  timer = setTimeout(() => void flush(onSaved), ms);
}

/** Saves unsaved edits now and waits. Never throws: the outcome is in the draft. */
export async function flush(onSaved?: (stored: StoredWorkspace) => void): Promise<void> {
  clearTimeout(timer);
  if (running) await running;
  const draft = useDraft.getState().draft;
  if (!draft || (draft.save.kind !== "dirty" && draft.save.kind !== "failed")) return;
  running = save(draft, onSaved).finally(() => {
    running = null;
  });
  await running;
}

async function save(draft: Draft, onSaved?: (stored: StoredWorkspace) => void): Promise<void> {
  savingBegan();
  try {
    const stored = draft.id
      ? await api.workspaces.save(draft.id, draft.workspace, draft.revision)
      : await api.workspaces.create(draft.workspace);
    savingEnded(draft, stored);
    onSaved?.(stored);
  } catch (error) {
    savingFailed(draft, outcomeOf(error, draft));
  }
}

function outcomeOf(error: unknown, draft: Draft): Parameters<typeof savingFailed>[1] {
  const { status, body } = error instanceof ApiError ? error.refused : { status: 0 };
  const current = (body as { current?: StoredWorkspace } | undefined)?.current;
  if (draft.id && status === 409 && current) return { kind: "conflict", theirs: current };
  if (draft.id && status === 404) return { kind: "conflict", theirs: null };
  return { kind: "failed", message: explain(error), again: status === 0 || status >= 500 };
}
