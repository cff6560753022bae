"use client";
import type { KeyboardEvent } from "react";
import { select } from "@/lib/client/screen/url-state";
import type { RowList } from "@/lib/view/rows/list";
import type { RowRef } from "@/lib/view/rows/row-content";
import type { RowId } from "@/lib/view/timeline/records";
import { goTo } from "../keys/parts";
import { useShortcut } from "../keys/shortcuts";

interface Keys {
  list: RowList;
  index: number;
  show: (index: number) => void;
  onToggle: (id: RowId, open: boolean) => void;
  hold: () => void;
}

export const ROW_KEYS = {
  next: { keys: "j", label: "Next row (↓ in the timeline)", group: "Timeline" },
  before: { keys: "k", label: "Previous row (↑)", group: "Timeline" },
};

/** Keys to move between rows, to fold, and to go on to the inspector. */
export function useRowKeys({ list, index, show, onToggle, hold }: Keys): (event: KeyboardEvent) => void {
  const go = (to: number) => {
    const place = Math.max(0, Math.min(list.count - 1, to));
    const ref = list.at(place);
    if (!ref) return;
    if (place < list.count - 1) hold();
    select({ row: ref.id }, true);
    show(place);
  };
  const step = (by: number) => go(index < 0 ? (by > 0 ? 0 : list.count - 1) : index + by);
  useShortcut("row-next", ROW_KEYS.next, () => step(1));
  useShortcut("row-before", ROW_KEYS.before, () => step(-1));

  const moves: Record<string, (ref: RowRef | null) => void> = {
    arrowdown: () => step(1),
    arrowup: () => step(-1),
    pagedown: () => step(12),
    pageup: () => step(-12),
    home: () => go(0),
    end: () => go(list.count - 1),
    arrowright: (ref) => {
      if (ref?.expanded === false) onToggle(ref.id, true);
      else if (ref?.expanded) step(1);
    },
    arrowleft: (ref) => {
      if (ref?.expanded) onToggle(ref.id, false);
      else if (ref?.parent) go(list.indexOf(ref.parent));
    },
    enter: () => goTo("inspector"),
  };
  return (event) => {
    const move = event.metaKey || event.ctrlKey || event.altKey ? undefined : moves[event.key.toLowerCase()];
    if (!move || event.target !== event.currentTarget) return;
    event.preventDefault();
    move(list.at(index));
  };
}
