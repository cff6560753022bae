/** PURE. The selection as an address, and back. */
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
  /** The search text. */
  query: string | null;
  /** The visible part of the time axis, `<from>-<to>`; null: chosen by the timeline. */
  zoom: string | null;
}

export const NOTHING_SELECTED: Selection = {
  session: null,
  row: null,
  tab: null,
  filter: null,
  tools: [],
  verdicts: [],
  query: null,
  zoom: null,
};
/** Parses `/sessions/abc?row=r1&tab=call`. Unknown paths mean the workbench. */
export function parseLocation(path: string, query: string): Selection {
  const match = /^\/sessions\/([^/]+)\/?$/.exec(path);
  if (!match?.[1]) return NOTHING_SELECTED;
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

/** The address of a selection, the reverse of `parseLocation`. */
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
