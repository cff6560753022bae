/**
 * The workspace on this screen. Edits change the draft at once; `autosave` writes it to the server soon after.
 *
 *     open ──edit──▶ dirty ──autosave──▶ saving ──ok──▶ saved
 *                      ▲                   │ 409 ──▶ conflict (a person decides)
 *                      └───────edit────────┤ else ─▶ failed  (tried again)
 *
 * A sample or blank workspace has no id: the first edit stores it as a new one.
 */
import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { Workspace, WorkspaceTool } from "@/lib/protocol/workspace";
import type { StoredWorkspace } from "@/lib/wire/workspaces";
import { copyOfTool, moved, newTool, withTools } from "./edits";
import { withoutTool } from "./tool-names";

export type SaveState =
  /** As on the server, or an untouched sample. */
  | { kind: "clean" }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** `again`: try again without an edit, because the server did not respond. */
  | { kind: "failed"; message: string; again: boolean }
  /** Someone saved `theirs` in the meantime. `theirs` null: someone deleted it. */
  | { kind: "conflict"; theirs: StoredWorkspace | null };

export interface Draft {
  /** Identifies this opening of a workspace, so that editors and texts of another one are never mixed up with it. */
  key: string;
  id: string | null;
  revision: number;
  workspace: Workspace;
  /** One key per tool, in the order of the tools. A key survives renaming and moving. */
  toolKeys: string[];
  selected: string | null;
  /** Counts edits, to know whether one came in while saving. */
  edits: number;
  save: SaveState;
}

interface DraftStore {
  draft: Draft | null;
}

export const useDraft = create<DraftStore>(() => ({ draft: null }));

/** Replaces the draft between the closing of a workspace and the unmounting of its components. */
const CLOSED: Draft = {
  key: "",
  id: null,
  revision: 0,
  workspace: {
    callscope: 1,
    name: "",
    agent: { model: "", tools: [] },
    model: { kind: "scripted" },
    worker: { kind: "tools" },
  },
  toolKeys: [],
  selected: null,
  edits: 0,
  save: { kind: "clean" },
};

/**
 * A part of the open draft. The component renders again only when `select` returns something else: another value, or an
 * object or list with other members.
 */
export const useDraftPart = <T>(select: (draft: Draft) => T): T =>
  useDraft(useShallow(({ draft }: DraftStore) => select(draft ?? CLOSED)));

const namesOf = ({ workspace }: Draft): string[] => workspace.agent.tools.map(({ name }) => name);

/** The names of the tools, in their order. */
export const useToolNames = (): string[] => useDraftPart(namesOf);

let counter = 0;
const freshKey = (prefix: string) => `${prefix}${++counter}`;

/** Shows a workspace: a stored one, or a sample or blank one that is stored at its first edit. */
export function openDraft(workspace: Workspace, stored?: { id: string; revision: number }): void {
  const toolKeys = workspace.agent.tools.map(() => freshKey("t"));
  useDraft.setState({
    draft: {
      key: freshKey("w"),
      id: stored?.id ?? null,
      revision: stored?.revision ?? 0,
      workspace,
      toolKeys,
      selected: toolKeys[0] ?? null,
      edits: 0,
      save: { kind: "clean" },
    },
  });
}

function change(fn: (draft: Draft) => Draft): void {
  useDraft.setState(({ draft }) => ({ draft: draft && fn(draft) }));
}

/** Counts an edit and makes the draft dirty, unless a conflict or a save is pending. */
function edit(fn: (draft: Draft) => Draft): void {
  change((draft) => {
    const next = fn(draft);
    if (next === draft) return draft;
    const waits = draft.save.kind === "conflict" || draft.save.kind === "saving";
    return { ...next, edits: draft.edits + 1, save: waits ? draft.save : { kind: "dirty" } };
  });
}

export function editWorkspace(fn: (workspace: Workspace) => Workspace): void {
  edit((draft) => ({ ...draft, workspace: fn(draft.workspace) }));
}

export function editTool(key: string, fn: (tool: WorkspaceTool) => WorkspaceTool): void {
  edit((draft) => {
    const index = draft.toolKeys.indexOf(key);
    if (index < 0) return draft;
    const tools = draft.workspace.agent.tools.map((tool, i) => (i === index ? fn(tool) : tool));
    return { ...draft, workspace: withTools(draft.workspace, tools) };
  });
}

export function selectTool(key: string): void {
  change((draft) => ({ ...draft, selected: key }));
}

/** Adds a tool after the one with key `after` (or at the end) and selects it. */
function addTool(tool: WorkspaceTool, after?: string): void {
  edit((draft) => {
    const at = after ? draft.toolKeys.indexOf(after) + 1 : draft.toolKeys.length;
    const key = freshKey("t");
    const tools = draft.workspace.agent.tools;
    return {
      ...draft,
      workspace: withTools(draft.workspace, [...tools.slice(0, at), tool, ...tools.slice(at)]),
      toolKeys: [...draft.toolKeys.slice(0, at), key, ...draft.toolKeys.slice(at)],
      selected: key,
    };
  });
}

/** Adds a fresh tool at the end and selects it. */
export function addNewTool(): void {
  const { draft } = useDraft.getState();
  if (draft) addTool(newTool(draft.workspace));
}

/** Adds a copy of a tool after it and selects the copy. */
export function duplicateTool(key: string): void {
  const { draft } = useDraft.getState();
  const tool = draft?.workspace.agent.tools[draft.toolKeys.indexOf(key)];
  if (draft && tool) addTool(copyOfTool(draft.workspace, tool), key);
}

export function removeTool(key: string): void {
  edit((draft) => {
    const index = draft.toolKeys.indexOf(key);
    if (index < 0) return draft;
    const toolKeys = draft.toolKeys.filter((k) => k !== key);
    const neighbour = toolKeys[Math.min(index, toolKeys.length - 1)] ?? null;
    return {
      ...draft,
      workspace: withoutTool(draft.workspace, index),
      toolKeys,
      selected: draft.selected === key ? neighbour : draft.selected,
    };
  });
}

export function moveTool(key: string, by: -1 | 1): void {
  edit((draft) => {
    const from = draft.toolKeys.indexOf(key);
    const toolKeys = moved(draft.toolKeys, from, from + by);
    if (toolKeys === draft.toolKeys) return draft;
    const tools = moved(draft.workspace.agent.tools, from, from + by);
    return { ...draft, toolKeys, workspace: withTools(draft.workspace, tools) };
  });
}

// Progress of saving. `key` and `edits` are those of the draft when saving began.

export function savingBegan(): void {
  change((draft) => ({ ...draft, save: { kind: "saving" } }));
}

export function savingEnded(began: Draft, stored: StoredWorkspace): void {
  change((draft) => {
    if (draft.key !== began.key) return draft;
    const save: SaveState = draft.edits === began.edits ? { kind: "clean" } : { kind: "dirty" };
    return { ...draft, id: stored.id, revision: stored.revision, save };
  });
}

export function savingFailed(began: Draft, save: Extract<SaveState, { kind: "failed" | "conflict" }>): void {
  change((draft) => (draft.key === began.key ? { ...draft, save } : draft));
}

/** After a conflict: turns the draft into a separate workspace and leaves theirs unchanged. */
export function keepAsCopy(name: string): void {
  change((draft) => ({
    ...draft,
    id: null,
    revision: 0,
    workspace: { ...draft.workspace, name },
    edits: draft.edits + 1,
    save: { kind: "dirty" },
  }));
}
