/**
 * The selection in the address bar: `/` for the workbench, `/sessions/<id>?row=<row>&tab=<tab>` for a session with the
 * selected row and tab, and `&show=<flags>&tool=<name>&verdict=<word>&q=<words>&at=<from>-<to>` for its filters. It is
 * written through window.history, so the page stays mounted, and Back and Forward work.
 *
 * A selection takes effect at once. Browsers limit how often the address may change (one allows 100 changes in half a
 * minute and then throws), so in a burst (a held key, a typed word) the address bar follows a moment later.
 */
import { formatLocation, NOTHING_SELECTED, parseLocation, type Selection } from "./location";
import { createThrottle, dropAll, flushAll } from "./throttle";

const listeners = new Set<() => void>();
let current: Selection = NOTHING_SELECTED;
let readFrom = "";

/** Keeps below 100 changes in half a minute, because the framework writes each change once more. */
const EVERY_MS = 700;
const throttle = createThrottle(EVERY_MS);
/** The address that is not written yet; null: the address bar is up to date. */
let unwritten: string | null = null;

const hrefNow = (): string => unwritten ?? window.location.pathname + window.location.search;

/** The selection in the address, as of now. */
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

/** Calls `listener` when the selection changes; returns how to stop that. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", moved);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", moved);
  };
}

/** After Back or Forward, an unwritten address belongs to the entry that was left, so it is dropped. */
function moved(): void {
  dropAll();
  unwritten = null;
  tell();
}

/** Writes the selection to the address bar. If the browser refuses, it is tried again later. */
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

/** Adds a history entry; the entry that is left keeps its selection. False if the browser refuses. */
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

/** Sets what is shown of the session. Only `step` adds a history entry: for a choice, not for each typed key. */
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
  write({ ...NOTHING_SELECTED, session, tab: session ? snapshot().tab : null }, replace);
}
