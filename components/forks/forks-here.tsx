"use client";
import { GitFork } from "lucide-react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { runSign, useRuns } from "@/components/shared/run-names";
import { useHandle } from "@/lib/client/log/handle";
import { useSessionPart } from "@/lib/client/log/session-log";
import { useFamily } from "@/lib/client/queries/sessions";
import { openSession } from "@/lib/client/screen/url-state";
import { forksByRow } from "@/lib/view/forks/fork-tree";
import { endText, forksLabel, runLabel } from "@/lib/view/text/fork-text";
import type { RowId } from "@/lib/view/timeline/records";
import type { SessionSummary } from "@/lib/wire/sessions";
import { Menu, MenuGroup, MenuItem } from "../ui/menu";
import { StatusMark } from "../ui/status";

interface Forks {
  rows: ReadonlyMap<RowId, SessionSummary[]>;
  nameOf: (run: SessionSummary) => string;
}

const Context = createContext<Forks>({ rows: new Map(), nameOf: () => "" });

interface ForksOfRowsProps {
  session: string | null;
  workspace: string | null;
  children: ReactNode;
}

/** Gives the rows of the run on screen the forks that start at them. */
export function ForksOfRows({ session, workspace, children }: ForksOfRowsProps) {
  const { data } = useFamily(session);
  const { nameOf } = useRuns(workspace);
  const forks = useMemo(
    () => (data?.items ?? []).filter(({ origin }) => origin?.session_id === session),
    [data, session],
  );
  const log = useSessionPart(session, (view) => view.log);
  // The log grows in place: the number of fork positions it has reached shows when to look again.
  const reached = useSessionPart(
    session,
    (view) => forks.filter(({ origin }) => (origin?.seq ?? 0) < view.log.facts.length).length,
  );
  const handle = useHandle(log, reached);
  const value = useMemo(() => ({ rows: forksByRow(handle.current, forks), nameOf }), [handle, forks, nameOf]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** "2 forks from here", with links to them; renders nothing on a row without forks. */
export function ForksHere({ row }: { row: RowId }) {
  const { rows, nameOf } = useContext(Context);
  const forks = rows.get(row);
  if (!forks) return null;
  const words = forksLabel(forks.length);
  return (
    <Menu
      className="w-80"
      trigger={
        <button
          type="button"
          aria-label={words}
          title={words}
          data-testid="forks-here"
          onMouseDown={(event) => event.stopPropagation()}
          className="inline-flex h-[18px] shrink-0 items-center gap-0.5 rounded-full border border-line-strong bg-panel px-1.5 text-2xs text-ink-2 hover:bg-sunk hover:text-ink"
        >
          <GitFork size={11} aria-hidden />
          {forks.length}
        </button>
      }
    >
      <MenuGroup label={words}>
        {forks.map((fork) => (
          <MenuItem
            key={fork.id}
            testId="forks-here-item"
            mark={<StatusMark {...runSign(fork.status)} />}
            hint={endText(fork.status)}
            onSelect={() => openSession(fork.id)}
          >
            {runLabel(nameOf(fork), fork.origin)}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
