/** Which `format` names are checked, and when they are rules (D9). */

import type { Formats } from "@/lib/protocol/verdict";
import { type Dialect, since } from "./dialect";

/** The formats that are checked. `idn-hostname`, the one other format of JSON Schema, stays an annotation. */
export const FORMATS = [
  "date-time",
  "date",
  "time",
  "duration",
  "email",
  "idn-email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uri-template",
  "iri",
  "iri-reference",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "regex",
] as const;

export type FormatName = (typeof FORMATS)[number];

const NAMES: ReadonlySet<string> = new Set(FORMATS);

/** Whether formats are rules at all in this dialect under this setting. */
export function formatsAreRules(dialect: Dialect, formats: Formats): boolean {
  return formats === "always" || (formats === "dialect" && !since(dialect, "2019-09"));
}

export function isCheckedFormat(name: string): boolean {
  return NAMES.has(name);
}
