/** Questions about JSON values. Depth and size are found without recursion, and counting stops at the limit. */

/** A JSON object: neither an array nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a JSON value is nested deeper than `levels`. A scalar has no levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let row = isNested(value) ? [value] : [];
  for (let level = 0; row.length > 0; level += 1) {
    if (level === levels) return true;
    row = row.flatMap((item) => Object.values(item).filter(isNested));
  }
  return false;
}

/** Whether a JSON value consists of more than `most` values, itself included. Members named in `free` do not count. */
export function exceedsNodes(value: unknown, most: number, free: ReadonlySet<string>): boolean {
  let row = isNested(value) ? [value] : [];
  let count = 1;
  while (row.length > 0 && count <= most) {
    const lists = row.map((item) => (Array.isArray(item) ? item : countedMembers(item, free)));
    count = lists.reduce((sum, members) => sum + members.length, count);
    row = count > most ? [] : lists.flatMap((members) => members.filter(isNested));
  }
  return count > most;
}

const countedMembers = (item: object, free: ReadonlySet<string>): unknown[] =>
  Object.entries(item).flatMap(([name, member]) => (free.has(name) ? [] : [member]));
