/** How each checked `format` is checked (D9). */

import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FormatName } from "@/lib/schema/language/formats";
import { patternFault } from "@/lib/schema/language/pattern";
import { ADDRESS_FORMATS } from "./addresses";

/** RFC 3339, 5.6: a `T` between date and time, hours to 23, an offset with its minutes. */
const TIME = "([01]\\d|2[0-3]):\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)";
const WHOLE_TIME = new RegExp(`^${TIME}$`, "i");
const DATE_TIME = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT${TIME}$`, "i");

/** RFC 3339, appendix A: units in their order, none left out in between. */
const CLOCK = "T(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S)";
const DURATION = new RegExp(`^P(\\d+W|(\\d+D|\\d+M(\\d+D)?|\\d+Y(\\d+M(\\d+D)?)?)(${CLOCK})?|${CLOCK})$`);

export const CHECKED_FORMATS: Record<FormatName, Format> = {
  date: fullFormats.date,
  ipv4: fullFormats.ipv4,
  ipv6: fullFormats.ipv6,
  "json-pointer": fullFormats["json-pointer"],
  "relative-json-pointer": fullFormats["relative-json-pointer"],
  ...ADDRESS_FORMATS,
  "date-time": (text: string) =>
    DATE_TIME.test(text) &&
    passes(fullFormats["date-time"], withoutFraction(text)) &&
    !isOddLeapSecond(withoutFraction(text)),
  time: (text: string) => WHOLE_TIME.test(text) && passes(fullFormats.time, withoutFraction(text)),
  duration: DURATION,
  hostname: (text: string) => !text.endsWith(".") && passes(fullFormats.hostname, text),
  regex: (text: string) => patternFault(text) === null,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

/** The fraction does not matter, and a long one would be rounded up to the next second. */
function withoutFraction(text: string): string {
  return text.replace(/\.\d+/, "");
}

/** RFC 3339, 5.7: leap seconds have been at the end of June and of December only, by universal time. */
function isOddLeapSecond(text: string): boolean {
  if (text.slice(17, 19) !== "60") return false;
  const before = new Date(`${text.slice(0, 17)}59${text.slice(19)}`.toUpperCase());
  return !/-(?:06-30|12-31)T/.test(before.toISOString());
}

function passes(format: Format, text: string): boolean {
  if (format instanceof RegExp) return format.test(text);
  if (typeof format !== "object" || !("validate" in format)) return true;
  const { validate } = format;
  return typeof validate !== "function" || Reflect.apply(validate, undefined, [text]) === true;
}
