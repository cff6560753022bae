/** Opaque cursors for paging by key: each encodes the position of a page's last row in its list. */
import type { Page } from "./port";

/** A position in a list that is ordered by a number and then by id. */
interface Place {
  order: number;
  id: string;
}

/** The position that a cursor encodes; null for any other text, which yields an empty page. */
export function readCursor(cursor: string): Place | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(place)) return null;
    const [order, id] = place;
    return Number.isFinite(order) && typeof id === "string" ? { order, id } : null;
  } catch {
    return null;
  }
}

function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.order, place.id]), "utf8").toString("base64url");
}

/** A page of at most `limit` items, from rows that were queried with `limit + 1`. */
export function pageOf<R, T>(
  rows: R[],
  limit: number,
  show: { item: (row: R) => T; place: (row: R) => Place },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(show.item), next: last === undefined ? null : writeCursor(show.place(last)) };
}
