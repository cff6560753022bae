"use client";
import { ChevronDown } from "lucide-react";
import type { Draft } from "@/lib/client/draft";
import { useFork, useSessions } from "@/lib/client/queries";
import { setScreen } from "@/lib/client/screen";
import { openSession, useSelection } from "@/lib/client/url-state";
import type { Workspace } from "@/lib/protocol/workspace";
import type { SessionSummary } from "@/lib/wire/sessions";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "../ui/menu";
import { type Shape, StatusMark, type Tone } from "../ui/status";

const SIGNS: Record<string, { shape: Shape; tone: Tone }> = {
  running: { shape: "dotted-ring", tone: "accent" },
  waiting: { shape: "dotted-ring", tone: "accent" },
  interrupted: { shape: "diamond", tone: "warn" },
  idle: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  cancelled: { shape: "dashed-ring", tone: "mute" },
};

/** The run on screen among its neighbours; `[` and `]` go to the older and the newer one. */
export function RunsMenu({ draft }: { draft: Draft }) {
  const { session } = useSelection();
  const { data } = useSessions(draft.id);
  const runs = data?.items ?? [];
  const position = runs.findIndex((run) => run.id === session);
  const older = runs[position + 1];
  const newer = position > 0 ? runs[position - 1] : undefined;
  useShortcut("run-older", { keys: "[", label: "Older run", group: "Runs", when: Boolean(older) }, () =>
    openSession(older?.id ?? null),
  );
  useShortcut("run-newer", { keys: "]", label: "Newer run", group: "Runs", when: Boolean(newer) }, () =>
    openSession(newer?.id ?? null),
  );
  const fork = useFork(session ?? "");
  // The whole run once more, message by message. The menu is gone by the time the answer comes.
  const again = (workspace?: Workspace) =>
    fork.mutate(
      { point: { at: "start" }, ...(workspace && { workspace }) },
      { onSuccess: ({ id }) => openSession(id) },
    );
  const numbered = data?.next === null;
  const name = (run: SessionSummary, i: number) =>
    numbered ? `Run ${runs.length - i}` : `Run of ${clock(run.created_at)}`;
  const current = runs[position];
  const label = session ? (current ? name(current, position) : "Run") : "No run open";
  return (
    <Menu
      className="w-72"
      trigger={
        <Button look="quiet" small testId="runs-menu" hint="Runs" className="min-w-0 shrink!">
          <span className="truncate">{label}</span>
          <ChevronDown size={13} className="text-ink-3" />
        </Button>
      }
    >
      <MenuItem onSelect={() => openSession(null)} why={!session && "is shown"}>
        No run: only the workspace
      </MenuItem>
      {session && (
        <>
          <MenuItem testId="run-again" onSelect={() => again()} hint="as recorded">
            Run this again
          </MenuItem>
          <MenuItem
            testId="run-again-today"
            onSelect={() => again(draft.workspace)}
            hint="with today's workspace"
          >
            Run this again
          </MenuItem>
        </>
      )}
      {session && older && (
        <MenuItem
          testId="compare-older"
          onSelect={() => setScreen({ compare: { left: older.id, right: session } })}
          hint={name(older, position + 1)}
        >
          Compare with the run before
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuGroup label={draft.id ? "Runs of this workspace" : "All runs"}>
        {runs.length === 0 && <p className="px-2 py-1 text-ink-3">None yet</p>}
        {runs.map((run, i) => (
          <MenuItem
            key={run.id}
            testId="run-item"
            mark={<StatusMark {...(SIGNS[run.status] ?? { shape: "ring", tone: "mute" })} />}
            hint={`${run.status} · ${clock(run.created_at)}`}
            onSelect={() => openSession(run.id)}
          >
            {draft.id ? name(run, i) : run.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

/** The time of today, the date of other days. */
function clock(at: number): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString([], { hour12: false })
    : date.toLocaleString([], { dateStyle: "short", timeStyle: "short", hour12: false });
}
