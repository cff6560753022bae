/**
 * Schemas that a person chose to compare with, kept with this tab: a reload shows them again. In the tab's storage they
 * stand by workspace and by the names of the tools, since a tool's key is new with each opening.
 */

import { type Baseline, setScreen, useScreen } from "@/lib/client/screen/screen";
import { tabStorage } from "@/lib/client/screen/storage";
import { sideKey } from "@/lib/protocol/side";
import { type Draft, useDraft } from "./draft";

const SIDES = ["input", "output"] as const;

interface Kept extends Baseline {
  tool: string;
  side: (typeof SIDES)[number];
}

const itemOf = (workspaceId: string): string => `callscope.baselines.${workspaceId}`;

/** Stores chosen schemas, and restores them for each workspace that is opened, until the returned function is called. */
export function startKeepingBaselines(): () => void {
  let last: { draft: Draft | null; baselines: Record<string, Baseline> } | null = null;
  const look = () => {
    const before = last;
    const { draft } = useDraft.getState();
    last = { draft, baselines: useScreen.getState().baselines };
    // A change made here calls this function again.
    if (draft && draft.key !== before?.draft?.key) takeUp(draft);
    const { baselines } = useScreen.getState();
    if (draft?.id && !(sameNames(draft, before?.draft) && baselines === before?.baselines))
      keep(draft, baselines);
  };
  const stops = [useDraft.subscribe(look), useScreen.subscribe(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

const sameNames = (draft: Draft, before: Draft | null | undefined): boolean =>
  draft.id === before?.id &&
  draft.toolKeys === before.toolKeys &&
  draft.workspace.agent.tools.every(({ name }, i) => name === before.workspace.agent.tools[i]?.name);

function takeUp(draft: Draft): void {
  const text = draft.id === null ? null : tabStorage.getItem(itemOf(draft.id));
  const names = draft.workspace.agent.tools.map(({ name }) => name);
  const entries = (text === null ? [] : read(text)).flatMap(({ tool, side, schema, at }) => {
    const key = draft.toolKeys[names.indexOf(tool)];
    return key === undefined ? [] : [[sideKey(key, side), { schema, at }] as const];
  });
  if (entries.length > 0)
    setScreen({ baselines: { ...useScreen.getState().baselines, ...Object.fromEntries(entries) } });
}

function keep(draft: Draft, baselines: Record<string, Baseline>): void {
  if (draft.id === null) return;
  const kept = draft.workspace.agent.tools.flatMap(({ name }, i) =>
    SIDES.flatMap((side): Kept[] => {
      const baseline = baselines[sideKey(draft.toolKeys[i] ?? "", side)];
      return baseline ? [{ tool: name, side, ...baseline }] : [];
    }),
  );
  if (kept.length > 0) tabStorage.setItem(itemOf(draft.id), JSON.stringify(kept));
  else tabStorage.removeItem(itemOf(draft.id));
}

/** Ignores entries of an unknown form. */
function read(text: string): Kept[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  const one = value as Partial<Kept> | null;
  return (
    typeof one?.tool === "string" &&
    (one.side === "input" || one.side === "output") &&
    typeof one.schema === "string" &&
    typeof one.at === "number"
  );
}
