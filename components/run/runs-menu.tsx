"use client";
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { clock, runSign, useRuns } from "@/components/shared/run-names";
import { useFork } from "@/lib/client/queries/sessions";
import { setScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import { useDraft, useDraftPart } from "@/lib/client/workspace/draft";
import type { Workspace } from "@/lib/protocol/workspace";
import { forkTree } from "@/lib/view/forks/fork-tree";
import { runLabel } from "@/lib/view/text/fork-text";
import type { SessionSummary } from "@/lib/wire/sessions";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "../ui/menu";
import { StatusMark } from "../ui/status";

/** The run on screen and the other runs; `[` and `]` open the older and the newer one. */
export function RunsMenu() {
  const { session } = useSelection();
  const stored = useDraftPart((draft) => draft.id);
  const { runs, nameOf } = useRuns(stored);
  const position = runs.findIndex((run) => run.id === session);
  const older = runs[position + 1];
  const newer = position > 0 ? runs[position - 1] : undefined;
  const none = "There is no such run";
  useShortcut(
    "run-older",
    { keys: "[", label: "Older run", group: "Runs", when: Boolean(older), why: none },
    // While the key is held down, all steps count as one for Back.
    ({ repeat }) => openSession(older?.id ?? null, repeat),
  );
  useShortcut(
    "run-newer",
    { keys: "]", label: "Newer run", group: "Runs", when: Boolean(newer), why: none },
    ({ repeat }) => openSession(newer?.id ?? null, repeat),
  );
  const fork = useFork(session ?? "");
  // Runs all messages again. The menu has closed by the time the answer comes.
  const again = (workspace?: Workspace) =>
    fork.mutate(
      { point: { at: "start" }, ...(workspace && { workspace }) },
      { onSuccess: ({ id }) => openSession(id) },
    );
  const compare = () => {
    if (session && older) setScreen({ compare: { left: older.id, right: session } });
  };
  const at = { keys: [], group: "Runs", when: session !== null, why: "No run is open" };
  useShortcut("run-again", { ...at, label: "Run again, as recorded" }, () => again());
  useShortcut("run-again-today", { ...at, label: "Run again, with current workspace" }, () =>
    again(useDraft.getState().draft?.workspace),
  );
  useShortcut("run-close", { ...at, label: "Close run" }, () => openSession(null));
  useShortcut(
    "compare-older",
    { ...at, label: "Compare with previous run", when: Boolean(session && older), why: none },
    compare,
  );
  const current = runs[position];
  const label = session ? (current ? nameOf(current) : "Run") : "No run open";
  const tree = useMemo(() => forkTree(runs.toReversed(), { gone: false, roots: "newest first" }), [runs]);
  return (
    <Menu
      className="w-96"
      trigger={
        <Button look="quiet" small testId="runs-menu" hint="Runs" className="min-w-0 shrink!">
          <span className="truncate">{label}</span>
          <ChevronDown size={13} className="text-ink-3" />
        </Button>
      }
    >
      <MenuItem onSelect={() => openSession(null)} why={!session && "no run is open"}>
        Close run
      </MenuItem>
      {session && (
        <>
          <MenuItem testId="run-again" onSelect={() => again()} hint="as recorded">
            Run again
          </MenuItem>
          <MenuItem
            testId="run-again-today"
            onSelect={() => again(useDraft.getState().draft?.workspace)}
            hint="with current workspace"
          >
            Run again
          </MenuItem>
        </>
      )}
      {session && older && (
        <MenuItem testId="compare-older" onSelect={compare} hint={nameOf(older)}>
          Compare with previous run
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuGroup label={stored ? "Runs of this workspace" : "All runs"}>
        {runs.length === 0 && <p className="px-2 py-1 text-ink-3">No runs yet</p>}
        {tree.map(
          ({ session: run, depth }) =>
            run && <RunItem key={run.id} run={run} depth={depth} name={stored ? nameOf(run) : run.name} />,
        )}
      </MenuGroup>
    </Menu>
  );
}

/** Deeper levels are not indented further. */
const DEEPEST = 6;

/** A run below the run it was forked from, with what the fork changed. */
function RunItem({ run, depth, name }: { run: SessionSummary; depth: number; name: string }) {
  return (
    <MenuItem
      testId="run-item"
      mark={
        <span className="flex shrink-0" style={{ paddingLeft: Math.min(depth, DEEPEST) * 14 }}>
          <StatusMark {...runSign(run.status)} />
        </span>
      }
      hint={`${run.status} · ${clock(run.created_at)}`}
      onSelect={() => openSession(run.id)}
    >
      {runLabel(name, run.origin)}
    </MenuItem>
  );
}
