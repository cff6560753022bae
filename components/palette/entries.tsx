"use client";
/** The entries of the palette, each with the action it runs. Built while the palette is open. */
import { type ReactNode, useMemo } from "react";
import { runSign, useRuns } from "@/components/shared/run-names";
import { VERDICT_SIGNS } from "@/components/shared/status";
import { useSessionLog } from "@/lib/client/log/session-log";
import { useSamples, useWorkspaces } from "@/lib/client/queries/workspaces";
import { openSession, select } from "@/lib/client/screen/url-state";
import { type Draft, selectTool, useDraftPart } from "@/lib/client/workspace/draft";
import { openSample, openStored } from "@/lib/client/workspace/opening";
import { endText, runLabel } from "@/lib/view/text/fork-text";
import { count } from "@/lib/view/text/format";
import type { PaletteEntry } from "@/lib/view/text/palette";
import type { CallRecord, Timeline } from "@/lib/view/timeline/records";
import { goTo } from "../keys/parts";
import { groupsOf, type Listed, runShortcut, useShortcutList } from "../keys/shortcuts";
import { Kbd } from "../ui/kbd";
import { StatusMark } from "../ui/status";

export interface Entry extends PaletteEntry {
  sign?: ReactNode;
  hint?: ReactNode;
  why?: string;
  run: () => void | Promise<void>;
}

/** The command that opens the palette; its own list leaves it out. */
export const PALETTE = "palette";

/** Available commands first, then the others with the reason why they are off. */
function commandEntries(list: Listed[]): Entry[] {
  const groups = groupsOf(list);
  const ordered = list
    .filter(({ id }) => id !== PALETTE)
    .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
  const entries = ordered.flatMap(({ id, keys, each, label, group, when, why }) => {
    const all = [keys].flat();
    const entry = (name: string, key?: string): Entry => ({
      id: `command:${id}${each ? `:${key}` : ""}`,
      group: "command",
      label: name,
      also: group,
      hint: key && <Kbd keys={key} />,
      ...(when === false && { why: why ?? "Not available now" }),
      run: () => runShortcut(id, key),
    });
    // A key without a label does nothing now.
    if (each) return each.flatMap((name, i) => (all[i] === undefined ? [] : [entry(name, all[i])]));
    return [entry(label, all[0])];
  });
  return [...entries.filter(({ why }) => !why), ...entries.filter(({ why }) => why)];
}

const toolEntries = ({ workspace, toolKeys }: Draft): Entry[] =>
  workspace.agent.tools.map(({ name, description }, i) => ({
    id: `tool:${name}`,
    group: "tool",
    label: name || "(no name)",
    also: description,
    hint: description,
    run: () => {
      selectTool(toolKeys[i] ?? "");
      goTo("tools");
    },
  }));

/** Built once: a run may have ten thousand calls. */
const NOT_CHECKED = <StatusMark shape="ring" tone="mute" />;
const CALL_SIGNS = new Map<string, ReactNode>(
  Object.entries(VERDICT_SIGNS).map(([status, sign]) => [status, <StatusMark key={status} {...sign} />]),
);

function callEntry(call: CallRecord): Entry {
  const { callId, requested, classified } = call;
  const verdict = classified?.verdict.status;
  return {
    id: call.id,
    group: "call",
    label: requested.name,
    also: `${callId} ${verdict ?? ""}`,
    sign: (verdict && CALL_SIGNS.get(verdict)) ?? NOT_CHECKED,
    hint: [verdict, callId].filter(Boolean).join(" · "),
    run: () => {
      select({ row: call.id });
      goTo("inspector");
    },
  };
}

/** Newest first. */
function callEntries({ records }: Timeline): Entry[] {
  const entries: Entry[] = [];
  for (const record of records.values()) if (record.kind === "call") entries.push(callEntry(record));
  return entries.reverse();
}

const whole = (draft: Draft): Draft => draft;

/** All entries: commands, tools, runs, calls, workspaces and samples. `session`: the one on screen. */
export function useEntries(session: string | null): Entry[] {
  const shortcuts = useShortcutList();
  const { log } = useSessionLog(session);
  const draft = useDraftPart(whole);
  const opened = draft.id;
  const { runs, nameOf } = useRuns(opened);
  const workspaces = useWorkspaces().data?.items;
  const samples = useSamples().data?.items;
  const { timeline } = log;
  const calls = useMemo(() => callEntries(timeline), [timeline, timeline.version]);
  return useMemo(
    () => [
      ...commandEntries(shortcuts),
      ...toolEntries(draft),
      ...runs.map(
        (run): Entry => ({
          id: `run:${run.id}`,
          group: "run",
          label: runLabel(nameOf(run), run.origin),
          also: `${run.id} ${run.name} ${run.status}`,
          sign: <StatusMark {...runSign(run.status)} />,
          hint: endText(run.status),
          ...(run.id === session && { why: "already on screen" }),
          run: () => openSession(run.id),
        }),
      ),
      ...calls,
      ...(workspaces ?? []).map(
        ({ id, name, tools }): Entry => ({
          id: `workspace:${id}`,
          group: "workspace",
          label: name,
          hint: count(tools, "tool"),
          ...(id === opened && { why: "already open" }),
          run: () => openStored(id).then(() => openSession(null)),
        }),
      ),
      ...(samples ?? []).map(
        ({ file, name, about }): Entry => ({
          id: `sample:${file}`,
          group: "sample",
          label: name,
          also: about,
          run: () => openSample(file).then(() => openSession(null)),
        }),
      ),
    ],
    [shortcuts, opened, draft, runs, nameOf, session, calls, workspaces, samples],
  );
}
