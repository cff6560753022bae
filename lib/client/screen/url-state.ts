/**
 * What the address bar holds: `/` the workbench, `/sessions/<id>?row=<row>&tab=<tab>` a session with what is selected,
 * and `&show=<flags>&tool=<name>&verdict=<word>&q=<words>&at=<from>-<to>` what is shown of it. Written through window.history so the page stays mounted; Back and Forward work.
 *
 * A selection counts at once. Browsers take only so many changes of the address in a time (one of them 100 in half a
 * minute, and then throws), so in a burst of them (a key held down, a word typed) the bar follows a moment behind.
 */
import { useSyncExternalStore } from "react";
import { createThrottle, dropAll, flushAll } from "./throttle";

export interface Selection {
  session: string | null;
  /** Id of the selected row of the timeline. */
  row: string | null;
  /** Id of the inspector's tab. */
  tab: string | null;
  /** Which rows are shown: flags, `problems,retried`; null: all. */
  filter: string | null;
  /** Only calls of these tools, and with these verdicts; empty: any. */
  tools: readonly string[];
  verdicts: readonly string[];
  /** What is looked for. */
  query: string | null;
  /** The part of the time axis that is shown, `<from>-<to>`; null: as the timeline sees fit. */
  zoom: string | null;
}

const NOTHING: Selection = {
  session: null,
  row: null,
  tab: null,
  filter: null,
  tools: [],
  verdicts: [],
  query: null,
  zoom: null,
};
const listeners = new Set<() => void>();
let current: Selection = NOTHING;
let readFrom = "";

/**
 * `/sessions/abc?row=r1&tab=call` → its parts. Unknown paths are the workbench.
 *
 * @internal exported for its test
 */
export function parseLocation(path: string, query: string): Selection {
  const match = /^\/sessions\/([^/]+)\/?$/.exec(path);
  if (!match?.[1]) return NOTHING;
  const params = new URLSearchParams(query);
  return {
    session: decodeURIComponent(match[1]),
    row: params.get("row"),
    tab: params.get("tab"),
    filter: params.get("show"),
    tools: params.getAll("tool"),
    verdicts: params.getAll("verdict"),
    query: params.get("q"),
    zoom: params.get("at"),
  };
}

/**
 * The address of a selection, the reverse of `parseLocation`.
 *
 * @internal exported for its test
 */
export function formatLocation(selection: Selection): string {
  const { session, row, tab, filter, tools, verdicts, query, zoom } = selection;
  if (!session) return "/";
  const params = new URLSearchParams();
  const named = { row, tab, show: filter, tool: tools, verdict: verdicts, q: query, at: zoom };
  for (const [name, value] of Object.entries(named)) {
    for (const word of [value ?? []].flat()) if (word) params.append(name, word);
  }
  const rest = params.toString();
  return `/sessions/${encodeURIComponent(session)}${rest ? `?${rest}` : ""}`;
}

/** Fewer than 100 changes in half a minute: the framework writes each of ours once more. */
const EVERY_MS = 700;
const throttle = createThrottle(EVERY_MS);
/** What the bar is to say; null: it does. */
let unwritten: string | null = null;

const hrefNow = (): string => unwritten ?? window.location.pathname + window.location.search;

/** @internal exported for its test */
export function snapshot(): Selection {
  const href = hrefNow();
  if (href !== readFrom) {
    readFrom = href;
    const [path = "", ...query] = href.split("?");
    current = parseLocation(path, query.join("?"));
  }
  return current;
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** @internal exported for its test */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", moved);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", moved);
  };
}

/** Back or Forward: what was still to be written was for the step that was left. */
function moved(): void {
  dropAll();
  unwritten = null;
  tell();
}

/** Brings the bar up to the selection. A browser that has had enough is asked again later. */
function put(): void {
  if (unwritten === null) return;
  try {
    window.history.replaceState(null, "", unwritten);
    unwritten = null;
  } catch {
    throttle.run(put);
  }
}

function write(next: Selection, replace: boolean): void {
  const href = formatLocation(next);
  if (href === hrefNow()) return;
  if (replace || !push(href)) {
    unwritten = href;
    throttle.run(put);
  }
  tell();
}

/** A step for Back; the one that is left keeps what was chosen in it. False: the browser has had enough. */
function push(href: string): boolean {
  throttle.flush();
  try {
    window.history.pushState(null, "", href);
    unwritten = null;
    return true;
  } catch {
    return false;
  }
}

/** Session, row and tab of the address; the component draws again when they change. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, snapshot, () => NOTHING);
}

/**
 * Selects a row, a tab, or both; what is not named stays. A new row makes a step for Back unless `replace` is set
 * (walking by key); a new tab alone never does. Without a session in the address nothing happens.
 */
export function select(change: { row?: string | null; tab?: string | null }, replace = false): void {
  const now = snapshot();
  if (!now.session) return;
  const rowChanges = change.row !== undefined && change.row !== now.row;
  write({ ...now, ...change }, replace || !rowChanges || now.row === null);
}

type Shown = Pick<Selection, "filter" | "tools" | "verdicts" | "query" | "zoom">;

/** What is shown of the session. A step for Back only with `step`: for a choice, not for each key of a typed word. */
export function show(change: Partial<Shown>, step = false): void {
  const now = snapshot();
  if (now.session) write({ ...now, ...change }, !step);
}

/**
 * Opens a session (or, with null, the workbench without one). The tab stays, the row does not. What was to be written of
 * the one that is left is written before, or with `replace` not at all.
 */
export function openSession(session: string | null, replace = false): void {
  if (session !== snapshot().session) {
    if (replace) dropAll();
    else flushAll();
  }
  write({ ...NOTHING, session, tab: session ? snapshot().tab : null }, replace);
}
