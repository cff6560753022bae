/** Which `format` names are rules, and how they are checked (D9). */

import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Formats } from "../protocol/verdict";
import { type Dialect, since } from "./dialect";

/** The names of JSON Schema that can be checked here; the others it has (idn-email, iri, …) stay notes. */
const NAMES = [
  ...([
    "date",
    "time",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
  ] as const),
  ...(["uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex"] as const),
];

/** RFC 3339, 5.6: a `T` between date and time, and an offset with its minutes. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const TIME = /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

export const CHECKED_FORMATS: Record<string, Format> = {
  ...Object.fromEntries(NAMES.map((name) => [name, fullFormats[name]])),
  "date-time": (text: string) => DATE_TIME.test(text) && passes(fullFormats["date-time"], text),
  time: (text: string) => TIME.test(text) && passes(fullFormats.time, text),
};

function passes(format: Format | undefined, text: string): boolean {
  if (typeof format !== "object" || !("validate" in format)) return true;
  const { validate } = format;
  return typeof validate === "function" ? validate(text as never) === true : true;
}

/** Whether formats are rules at all in this dialect under this setting. */
export function formatsAreRules(dialect: Dialect, formats: Formats): boolean {
  return formats === "always" || (formats === "dialect" && !since(dialect, "2019-09"));
}

export function isCheckedFormat(name: string): boolean {
  return Object.hasOwn(CHECKED_FORMATS, name);
}
