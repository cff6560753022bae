import { randomBytes } from "node:crypto";

/** Crockford's base 32: no letters that read as digits. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

let last = 0;

/** Never the same twice and never backwards, so that ids of one process sort in the order they were minted. */
function nextTick(): number {
  last = Math.max(Date.now() * 16, last + 1);
  return last;
}

function digitsOf(value: number, length: number): string {
  let rest = value;
  let text = "";
  while (text.length < length) {
    text = DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** A new id, `prefix_` and 26 digits: the time in sixteenths of a millisecond, then 80 random bits. Sorts by time. */
export function mintId(prefix: string): string {
  const random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => DIGITS.charAt(byte % 32)).join("");
  return `${prefix}_${digitsOf(nextTick(), TIME_DIGITS)}${random}`;
}
