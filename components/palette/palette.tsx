"use client";
import { useMemo, useRef, useState } from "react";
import { useTask } from "@/components/shared/use-task";
import { setScreen, useScreen } from "@/lib/client/screen/screen";
import { storage } from "@/lib/client/screen/storage";
import { grouped } from "@/lib/view/text/format";
import { type HitGroup, indexEntries, searchPalette, withRecent } from "@/lib/view/text/palette";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { CommandDialog, type CommandGroup, type CommandItem } from "../ui/command-dialog";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { type Entry, PALETTE, useEntries } from "./entries";

const RECENT = "callscope.palette";

const NAMES: Record<HitGroup<Entry>["group"], string> = {
  recent: "Recent",
  command: "Commands",
  tool: "Tools",
  run: "Runs",
  call: "Calls of this run",
  workspace: "Workspaces",
  sample: "Samples",
};

/** The command palette: finds commands, tools, runs, calls, workspaces and samples by a few letters. */
export function Palette({ session }: { session: string | null }) {
  const open = useScreen((screen) => screen.dialog === "palette");
  const { error, run, clear } = useTask();
  const chosen = useRef<Entry | null>(null);
  useShortcut(PALETTE, { keys: "mod+k", label: "Command palette", group: "Page" }, () =>
    setScreen({ dialog: "palette" }),
  );
  const [shown, setShown] = useState(false);
  if (open && !shown) setShown(true);
  return (
    <>
      {shown && (
        <Search
          session={session}
          open={open}
          onPick={(entry) => {
            chosen.current = entry;
            setScreen({ dialog: null });
          }}
          onClosed={() => {
            setShown(false);
            const entry = chosen.current;
            chosen.current = null;
            if (entry) void run(async () => entry.run());
          }}
        />
      )}
      <Dialog
        open={error !== null}
        onClose={clear}
        title="Action failed"
        testId="palette-failed"
        footer={<Button onClick={clear}>Close</Button>}
      >
        {error}
      </Dialog>
    </>
  );
}

function readRecent(): string[] {
  const text = storage.getItem(RECENT);
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

interface SearchProps {
  session: string | null;
  open: boolean;
  onPick: (entry: Entry) => void;
  onClosed: () => void;
}

type Item = CommandItem & { entry: Entry };

function Search({ session, open, onPick, onClosed }: SearchProps) {
  const [query, setQuery] = useState("");
  const [recent] = useState(readRecent);
  const entries = useEntries(session);
  const indexed = useMemo(() => indexEntries(entries), [entries]);
  const groups = useMemo(() => searchPalette(indexed, query, recent).map(asGroup), [indexed, query, recent]);
  return (
    <CommandDialog<Item>
      open={open}
      onClose={() => setScreen({ dialog: null })}
      onClosed={onClosed}
      title="Command palette"
      placeholder="Commands, tools, runs, calls, samples"
      query={query}
      onQuery={setQuery}
      groups={groups}
      testId="palette"
      empty={`Nothing matches “${query.trim()}”.`}
      footer={
        <>
          <span className="hidden items-center gap-1 sm:flex">
            <Kbd keys="arrowup" />
            <Kbd keys="arrowdown" /> to select
          </span>
          <span className="flex items-center gap-1">
            <Kbd keys="enter" /> to run
          </span>
          <span className="flex items-center gap-1">
            <Kbd keys="escape" /> to close
          </span>
        </>
      }
      onPick={({ entry }) => {
        storage.setItem(RECENT, JSON.stringify(withRecent(recent, entry.id)));
        onPick(entry);
      }}
    />
  );
}

function asGroup({ group, hits, more }: HitGroup<Entry>): CommandGroup<Item> {
  return {
    id: group,
    label: NAMES[group],
    ...(more > 0 && { note: `${grouped(more)} more; type to find them` }),
    items: hits.map(({ entry, marks }) => {
      const { id, label, sign, hint, why } = entry;
      return { id: `${group}/${id}`, text: label, marks, sign, hint, why, entry };
    }),
  };
}
