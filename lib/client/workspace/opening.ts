/** Opening, creating, renaming and deleting workspaces. Unsaved edits are saved before another workspace opens. */

import { ApiError, api } from "@/lib/client/api/api";
import { setScreen } from "@/lib/client/screen/screen";
import { storage } from "@/lib/client/screen/storage";
import type { Workspace } from "@/lib/protocol/workspace";
import { flush } from "./autosave";
import { editWorkspace, openDraft, type SaveState, useDraft } from "./draft";
import { blankWorkspace, freeName } from "./edits";

const LAST = "callscope.workspace";

function show(workspace: Workspace, stored?: { id: string; revision: number }): void {
  openDraft(workspace, stored);
  setScreen({ message: workspace.message ?? "", slips: {}, tried: {} });
  if (stored) storage.setItem(LAST, stored.id);
}

/**
 * Saves what is not saved, up to the moment before another workspace is shown: what is typed while that one is read is
 * part of it. Edits that cannot be saved are not left behind: then nothing else opens.
 */
async function leave(): Promise<void> {
  await flush();
  const draft = useDraft.getState().draft;
  if (draft && draft.save.kind !== "clean")
    throw new Error(
      `“${draft.workspace.name}” is not saved, so nothing else was opened. ${reasonOf(draft.save)}`,
    );
}

const reasonOf = (save: SaveState): string => (save.kind === "failed" ? save.message : "");

/** Rejects with an `ApiError`, like all functions below. */
export async function openStored(id: string): Promise<void> {
  // When a workspace is opened again, it must be read with its latest edits.
  if (useDraft.getState().draft?.id === id) await leave();
  const stored = await api.workspaces.read(id);
  await leave();
  show(stored.workspace, stored);
}

/** Shows a sample; its first edit stores a copy, the sample itself never changes. */
export async function openSample(file: string): Promise<void> {
  const sample = await api.samples.read(file);
  await leave();
  show(sample);
  storage.removeItem(LAST);
}

async function create(workspace: Workspace): Promise<void> {
  await leave();
  const stored = await api.workspaces.create(workspace);
  show(stored.workspace, stored);
}

async function takenNames(): Promise<string[]> {
  return (await api.workspaces.list()).items.map((item) => item.name);
}

export async function createBlank(): Promise<void> {
  await create(blankWorkspace(freeName("New workspace", await takenNames(), " ")));
}

export async function duplicate(): Promise<void> {
  const workspace = useDraft.getState().draft?.workspace;
  if (!workspace) return;
  await create({ ...workspace, name: freeName(`${workspace.name} copy`, await takenNames(), " ") });
}

export function rename(name: string): void {
  editWorkspace((workspace) => ({ ...workspace, name }));
}

/** Deletes the workspace on the screen and opens another. Its runs stay. */
export async function remove(): Promise<void> {
  const id = useDraft.getState().draft?.id;
  if (id) await api.workspaces.remove(id).catch(ignoreMissing);
  useDraft.setState({ draft: null });
  storage.removeItem(LAST);
  await openFirst(null);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.refused.status !== 404) throw error;
}

/** After a conflict: replaces the draft with the stored workspace. */
export async function takeTheirs(id: string): Promise<void> {
  const stored = await api.workspaces.read(id);
  show(stored.workspace, stored);
}

/**
 * What a page shows first: the workspace of the session in the address; else the one opened last here; else the one
 * saved last; else the first sample.
 */
export async function openFirst(session: string | null): Promise<void> {
  if (session && (await openOfSession(session))) return;
  const last = storage.getItem(LAST);
  if (last && (await succeeds(openStored(last)))) return;
  const saved = (await api.workspaces.list()).items[0];
  if (saved) return openStored(saved.id);
  const sample = (await api.samples.list()).items[0];
  if (sample) return openSample(sample.file);
  show(blankWorkspace("New workspace"));
}

/** The stored workspace of a session, or else the workspace as it was when the session began. */
async function openOfSession(id: string): Promise<boolean> {
  const fact = await api.sessions.created(id).catch(() => undefined);
  if (fact?.type !== "session.created") return false;
  if (fact.workspace_id && (await succeeds(openStored(fact.workspace_id)))) return true;
  show(fact.workspace);
  return true;
}

/** False if the workspace no longer exists. If the server does not respond, it rejects and nothing else is opened. */
async function succeeds(opening: Promise<void>): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}
