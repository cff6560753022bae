"use client";
/**
 * The page's registry of keyboard shortcuts: components register theirs while they are mounted, and one listener
 * serves all.
 */
import { useContext, useEffect, useRef } from "react";
import { create } from "zustand";
import type { Column } from "@/lib/client/screen/screen";
import { ColumnContext, inColumn } from "./column";
import { matches, type Pressed } from "./key-match";

export interface Shortcut {
  /**
   * One or more of `mod+enter`, `escape`, `j`, `shift+?`, `arrowdown`; `mod` is ⌘ on a Mac and Ctrl elsewhere. Empty:
   * the command is in the palette only.
   */
  keys: string | string[];
  /** What each of the keys does, if they do different things. */
  each?: string[];
  /** What it does, as listed in the sheet. */
  label: string;
  /** The heading above it in the sheet. */
  group: string;
  /** False turns it off; it stays in the sheet. */
  when?: boolean;
  /** Why it is off. */
  why?: string;
  /** Also active while the focus is in a text field. Shortcuts with `mod` always are. */
  typing?: boolean;
}

export type Listed = Shortcut & { id: string };

interface Entry {
  shortcut: Listed;
  /** The column to show before it runs. */
  column: Column | null;
  run: (event: KeyboardEvent) => void;
}

const entries = new Map<string, Entry>();
/** The position of each id, by first registration: a shortcut that goes and comes back keeps its place in the sheet. */
const order = new Map<string, number>();
const useListed = create<{ list: Listed[] }>(() => ({ list: [] }));
let overlayAtPress = false;

function changed(): void {
  const place = (id: string) => order.get(id) ?? 0;
  const list = [...entries.values()].map(({ shortcut }) => shortcut);
  useListed.setState({ list: list.sort((a, b) => place(a.id) - place(b.id)) });
}

const NO_KEYS: string[] = [];

/** Adds a shortcut while the component is mounted. Ids are unique in the page; the last one to mount wins. */
export function useShortcut(id: string, shortcut: Shortcut, handler: (event: KeyboardEvent) => void): void {
  const run = useRef(handler);
  run.current = handler;
  const { label, group, when = true, typing = false, why } = shortcut;
  const keys = [shortcut.keys].flat().join(" ");
  const each = shortcut.each?.join("\n");
  const column = useContext(ColumnContext);
  useEffect(() => {
    const entry: Entry = {
      column,
      shortcut: {
        id,
        keys: keys === "" ? NO_KEYS : keys.split(" "),
        label,
        group,
        when,
        typing,
        ...(why !== undefined && { why }),
        ...(each !== undefined && { each: each.split("\n") }),
      },
      run: (event) => run.current(event),
    };
    if (entries.size === 0) listen(true);
    if (!order.has(id)) order.set(id, order.size);
    entries.set(id, entry);
    changed();
    return () => {
      if (entries.get(id) !== entry) return;
      entries.delete(id);
      if (entries.size === 0) listen(false);
      changed();
    };
  }, [id, keys, label, group, when, typing, why, each, column]);
}

/** All registered shortcuts, for the sheet. */
export const useShortcutList = (): Listed[] => useListed((store) => store.list);

/** The order of the headings; any other heading comes after them. */
const ORDER = ["Run", "Runs", "Held decision", "Timeline", "Inspector", "Workspace", "Page"];

/** The headings of these shortcuts, in order. */
export const groupsOf = (list: readonly Shortcut[]): string[] =>
  [...new Set([...ORDER, ...list.map(({ group }) => group)])].filter((group) =>
    list.some((shortcut) => shortcut.group === group),
  );

/** Runs a shortcut as if these keys had been pressed. Does nothing if it is off or not registered. */
export function runShortcut(id: string, keys = ""): void {
  const entry = entries.get(id);
  if (!entry?.shortcut.when) return;
  const parts = keys.split("+");
  const event = new KeyboardEvent("keydown", { key: parts.at(-1), shiftKey: parts.includes("shift") });
  inColumn(entry.column, () => entry.run(event));
}

function listen(on: boolean): void {
  const change = on ? window.addEventListener : window.removeEventListener;
  change.call(window, "keydown", onCapture as EventListener, true);
  change.call(window, "keydown", onBubble as EventListener, false);
}

/** Runs before anything else sees the key: chords with `mod`, which an editor would otherwise handle itself. */
function onCapture(event: KeyboardEvent): void {
  overlayAtPress = document.querySelector("[data-overlay]") !== null;
  if (isAltGr(event) || (!event.metaKey && !event.ctrlKey)) return;
  if (fire(event)) event.stopPropagation();
}

const FUNCTION_KEY = /^F\d+$/;

/**
 * Runs after the focused element: all other keys, unless someone is typing. Keys that an editor handles, such as Esc,
 * are left to it.
 */
function onBubble(event: KeyboardEvent): void {
  const chord = event.metaKey || event.ctrlKey || event.altKey;
  const inEditor =
    !FUNCTION_KEY.test(event.key) &&
    event.target instanceof Element &&
    event.target.closest(".monaco-editor");
  if (event.defaultPrevented || inEditor || (chord && !isAltGr(event))) return;
  fire(event);
}

/** On many keyboards `[` is AltGr and another key; some systems report AltGr as Ctrl and Alt. */
const isAltGr = (event: KeyboardEvent): boolean => event.getModifierState("AltGraph");

function fire(event: KeyboardEvent): boolean {
  if (overlayAtPress) return false;
  const typing = isTyping(event.target);
  const chord = !isAltGr(event) && (event.metaKey || event.ctrlKey);
  for (const { shortcut, column, run } of entries.values()) {
    const allowed = shortcut.when && (!typing || shortcut.typing || chord);
    if (!allowed || ![shortcut.keys].flat().some((keys) => matches(keys, pressed(event)))) continue;
    event.preventDefault();
    inColumn(column, () => run(event));
    return true;
  }
  return false;
}

/** The event without the modifiers that AltGr reports. */
function pressed(event: KeyboardEvent): Pressed {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
  return isAltGr(event)
    ? { key, metaKey, ctrlKey: false, altKey: false, shiftKey }
    : { key, metaKey, ctrlKey, altKey, shiftKey };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(".monaco-editor")) return true;
  return target.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button])");
}
