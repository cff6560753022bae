/** Decimal arithmetic on numbers as they are written: what a double keeps, and exact divisibility. */

/** A decimal number as digits without zeros at either end, times ten to the power. Zero has no digits. */
interface Decimal {
  digits: string;
  power: number;
}

function decimalOf(source: string): Decimal {
  const [mantissa = "", exponent = "0"] = source.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = whole + fraction;
  let end = all.length;
  while (end > 0 && all[end - 1] === "0") end--;
  let start = 0;
  while (start < end && all[start] === "0") start++;
  if (start === end) return { digits: "", power: 0 };
  return { digits: all.slice(start, end), power: Number(exponent) - fraction.length + (all.length - end) };
}

/** Whether a JSON number as written is another number than the double it is read as. Fifteen digits always fit. */
export function losesDigits(source: string, value: number): boolean {
  const written = decimalOf(source);
  const kept = decimalOf(String(value));
  return written.digits !== kept.digits || written.power !== kept.power;
}

/** Whether `value` is a whole multiple of `divisor`, by the decimals both are written with: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const a = decimalOf(String(value));
  const b = decimalOf(String(divisor));
  if (a.digits === "") return true;
  const shift = a.power - b.power;
  const dividend = BigInt(a.digits) * 10n ** BigInt(Math.max(shift, 0));
  return dividend % (BigInt(b.digits) * 10n ** BigInt(Math.max(-shift, 0))) === 0n;
}
