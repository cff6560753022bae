/** Numbers and texts as people read them. Nothing here rounds a value that the inspector shows as exact. */

/** "12,001". */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** For rows: "7 ms", "0.62 s", "2:05 min" from a minute, "1:02 h" from an hour on. `ms` may not be negative. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/** A time span in two units at most: "52 s", "4 m 12 s", "1 h 3 m"; under ten seconds with a decimal. */
export function span(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** All digits: "4,910 ms". */
export const exactMs = (ms: number): string => `${grouped(ms)} ms`;

/** A limit as set: "0.5 s", "120 s"; null is "no limit". */
export const limit = (seconds: number | null): string => (seconds === null ? "no limit" : `${seconds} s`);

/** A wait still to come, one decimal: "3.2 s". */
export const countdown = (ms: number): string =>
  ms < 60_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : duration(ms);

const isPair = (text: string, i: number): boolean =>
  (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;

/** Bytes of the UTF-8 form; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // A pair is two units and four bytes: two more, counted at its first half.
    if (isPair(text, i)) {
      bytes += 2;
      i++;
    } else if (unit >= 0x800) bytes += 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}

/** "1 byte", "41 bytes", "12.4 kB", "2.3 MB" (thousands, not 1024s). */
export function size(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** One line of at most `max` characters; a cut is shown as "…". */
export function excerpt(text: string, max: number): string {
  const line = text
    .slice(0, max * 2 + 64)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= max && text.length <= max * 2 + 64) return line;
  return `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** "1 call", "3 calls"; `many` where the plural is not the word with an s. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** People count attempts from 1: "attempt 2 of 3", and without the total where it is unknown. */
export const attemptOf = (attempt: number, of: number | null): string =>
  of === null ? `attempt ${attempt + 1}` : `attempt ${attempt + 1} of ${Math.max(of, attempt + 1)}`;

/** Time of day to the millisecond in local time: "14:03:22.120". */
export function clock(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** "attempt 2 of 3" → "Attempt 2 of 3". */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "1st", "2nd", "3rd", "4th", "11th", "21st". */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  const ending = teen ? undefined : { 1: "st", 2: "nd", 3: "rd" }[n % 10];
  return `${grouped(n)}${ending ?? "th"}`;
}
