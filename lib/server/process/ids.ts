import { randomFillSync } from "node:crypto";

/** Crockford's base 32, which has no letters that look like digits. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** Random bytes are drawn in bulk, because drawing sixteen costs as much as drawing a thousand. */
const pool = new Uint8Array(4096);
let used = pool.length;
let last = 0;

/** Strictly increasing, so that ids of one process sort in the order they were created. */
function nextTick(): number {
  last = Math.max(Date.now() * 16, last + 1);
  return last;
}

function timeDigits(): string {
  let rest = nextTick();
  let text = "";
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    text = DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomDigits(): string {
  if (used + RANDOM_DIGITS > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = "";
  for (const end = used + RANDOM_DIGITS; used < end; used += 1) text += DIGITS.charAt((pool[used] ?? 0) % 32);
  return text;
}

/** A new id, `prefix_` and 26 digits: the time in sixteenths of a millisecond, then 80 random bits. Sorts by time. */
export const mintId = (prefix: string): string => `${prefix}_${timeDigits()}${randomDigits()}`;
