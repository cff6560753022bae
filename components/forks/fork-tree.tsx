"use client";
import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { clock, runSign } from "@/components/shared/run-names";
import type { TreeRow } from "@/lib/view/forks/fork-tree";
import { changeText, endText, runLabel } from "@/lib/view/text/fork-text";
import type { SessionSummary } from "@/lib/wire/sessions";
import { cx } from "../ui/cx";
import { StatusMark } from "../ui/status";
import { TEXT } from "./text";

type Row = TreeRow<SessionSummary>;

interface ForkTreeProps {
  rows: Row[];
  /** Id of the run on screen. */
  open: string;
  /** Ids of the runs that are selected for comparing. */
  picked: string[];
  nameOf: (run: SessionSummary) => string;
  onOpen: (id: string) => void;
  onPick: (id: string) => void;
  onClose: () => void;
}

/**
 * Runs below the runs they were forked from: arrow keys move, Enter opens, Space selects for comparing. ← goes to the
 * origin, → to the first fork.
 */
export function ForkTree({ rows, open, picked, nameOf, onOpen, onPick, onClose }: ForkTreeProps) {
  const [at, setAt] = useState(open);
  const box = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === at),
  );
  // Only when the tree opens; afterwards the focus follows the keys.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!row) return;
    setAt(row.id);
    box.current?.querySelector<HTMLElement>(`[data-run="${CSS.escape(row.id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    if (!row || event.metaKey || event.ctrlKey || event.altKey) return;
    const parent = rows.findIndex(({ id }) => id === row.parent);
    const moves: Record<string, () => void> = {
      arrowdown: () => go(index + 1),
      arrowup: () => go(index - 1),
      home: () => go(0),
      end: () => go(rows.length - 1),
      arrowleft: () => go(parent < 0 ? index : parent),
      arrowright: () => go(row.forks > 0 ? index + 1 : index),
      enter: () => row.session && onOpen(row.id),
      " ": () => row.session && onPick(row.id),
      escape: onClose,
    };
    const move = moves[event.key.toLowerCase()];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Fork tree"
      aria-multiselectable
      onKeyDown={onKeyDown}
      data-testid="fork-tree"
      className="max-h-[min(38vh,280px)] overflow-y-auto pb-1.5"
    >
      {rows.map((row, i) => (
        <Item
          key={row.id}
          row={row}
          name={row.session ? nameOf(row.session) : null}
          current={row.id === open}
          focusable={i === index}
          picked={picked.includes(row.id)}
          onFocus={() => setAt(row.id)}
          onOpen={() => onOpen(row.id)}
          onPick={() => onPick(row.id)}
        />
      ))}
    </div>
  );
}

interface ItemProps {
  row: Row;
  /** Null: the run is no longer stored. */
  name: string | null;
  current: boolean;
  focusable: boolean;
  picked: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onPick: () => void;
}

/** Deeper levels are not indented further, which leaves space for the text. */
const DEEPEST = 8;

function Item({ row, name, current, focusable, picked, onFocus, onOpen, onPick }: ItemProps) {
  const { session, depth, place, siblings } = row;
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-current={current ? "page" : undefined}
      aria-selected={picked}
      aria-expanded={row.forks > 0 ? true : undefined}
      aria-disabled={session ? undefined : true}
      tabIndex={focusable ? 0 : -1}
      data-testid="fork-node"
      data-run={row.id}
      onFocus={onFocus}
      onClick={() => session && onOpen()}
      className={cx(
        "flex h-[26px] cursor-default items-center gap-2 pr-3.5 outline-none focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset",
        current ? "bg-accent-soft" : "hover:bg-sunk",
      )}
      style={{ paddingLeft: 10 + Math.min(depth, DEEPEST) * 16 }}
    >
      <Pick picked={picked} gone={!session} onPick={onPick} />
      {session && name !== null ? (
        <RunLabel session={session} name={name} current={current} />
      ) : (
        <>
          <StatusMark shape="dashed-ring" tone="mute" />
          <span className="truncate text-ink-2" title={row.id}>
            {TEXT.originOfRunsGone}
          </span>
        </>
      )}
    </div>
  );
}

function RunLabel({ session, name, current }: { session: SessionSummary; name: string; current: boolean }) {
  return (
    <>
      <StatusMark {...runSign(session.status)} />
      <span
        className={cx("min-w-0 truncate", current && "font-[580]")}
        title={session.origin ? changeText(session.origin) : name}
      >
        {runLabel(name, session.origin)}
      </span>
      <span className="ml-auto shrink-0 pl-2 text-2xs text-ink-2">
        {endText(session.status)}
        <span className="hidden md:inline"> · {clock(session.created_at)}</span>
      </span>
    </>
  );
}

/** For the mouse; the keyboard uses Space. */
function Pick({ picked, gone, onPick }: { picked: boolean; gone: boolean; onPick: () => void }) {
  return (
    <span
      aria-hidden
      data-testid="fork-pick"
      onClick={(event) => {
        event.stopPropagation();
        if (!gone) onPick();
      }}
      className={cx(
        "grid size-3.5 shrink-0 place-items-center rounded-[3px] border",
        gone && "invisible",
        picked ? "border-accent bg-accent text-on-accent" : "border-line-strong",
      )}
    >
      {picked && <Check size={10} strokeWidth={3} />}
    </span>
  );
}
