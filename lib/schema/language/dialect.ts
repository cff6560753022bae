/** Which JSON Schema a schema text is written in (D10). Nothing is ever fetched. */

export type Dialect = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

export const DIALECTS: readonly Dialect[] = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];

const ADDRESSES: Record<Dialect, string> = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** The address as its standard writes it. */
export function addressOf(dialect: Dialect): string {
  return ADDRESSES[dialect];
}

/** A meta-schema's address without scheme and empty fragment, which may be written either way. */
function bareAddress(address: string): string {
  return address.replace(/^https?:\/\//, "").replace(/#$/, "");
}

/** The dialect at an address, with http or https, with or without `#`; null if it is not one of the five. */
export function dialectAt(address: string): Dialect | null {
  if (!/^https?:\/\//.test(address)) return null;
  return DIALECTS.find((dialect) => bareAddress(ADDRESSES[dialect]) === bareAddress(address)) ?? null;
}

/** Whether a dialect is `first` or a later one. */
export function since(dialect: Dialect, first: Dialect): boolean {
  return DIALECTS.indexOf(dialect) >= DIALECTS.indexOf(first);
}

/** The dialect that a schema names in its `$schema`, 2020-12 where it names none; null for an unknown one. */
export function dialectOf(schema: unknown): Dialect | null {
  const named = typeof schema === "object" && schema !== null && "$schema" in schema ? schema.$schema : null;
  return typeof named === "string" ? dialectAt(named) : "2020-12";
}
