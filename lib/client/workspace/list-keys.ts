/** Stable keys for the items of lists that have no ids of their own, so that typed texts stay with their item. */
import { create } from "zustand";
import { moved } from "./edits";

const useKeys = create<Record<string, string[]>>(() => ({}));

let counter = 0;

/** Untouched lists are keyed by position; items that come in later get keys of their own. */
const keysOf = (known: string[] | undefined, length: number): string[] =>
  Array.from({ length }, (_, i) => known?.[i] ?? `p${i}`);

/** One key per item. `list` identifies the list and is unique in the page. */
export function useListKeys(list: string, length: number): string[] {
  const known = useKeys((all) => all[list]);
  return known?.length === length ? known : keysOf(known, length);
}

export type ListChange = { insert: number } | { remove: number } | { move: number; to: number };

/** Applies the same change to a list and to its keys. `item` is inserted by an insertion. */
export function changeList<T>(list: string, items: T[], change: ListChange & { item?: T }): T[] {
  const keys = keysOf(useKeys.getState()[list], items.length);
  counter += 1;
  useKeys.setState({ [list]: changed(keys, change, `n${counter}`) });
  return change.item === undefined && "insert" in change ? items : changed(items, change, change.item);
}

function changed<T>(items: T[], change: ListChange, item: T | undefined): T[] {
  if ("move" in change) return moved(items, change.move, change.to);
  if ("remove" in change) return items.filter((_, i) => i !== change.remove);
  return item === undefined ? items : [...items.slice(0, change.insert), item, ...items.slice(change.insert)];
}
