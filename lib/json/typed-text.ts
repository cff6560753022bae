/** JSON that a person types: what is wrong with it, and which of its numbers a program would round. */

export type JsonText = { ok: true; value: unknown; rounded: string[] } | { ok: false; message: string };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads JSON text. `rounded` lists the numbers that would not stay exactly as typed. */
export function readTypedJson(text: string): JsonText {
  try {
    return { ok: true, value: JSON.parse(text), rounded: roundedNumbers(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * `{"id": 12345678901234567890}` → ["12345678901234567890"].
 *
 * @internal exported for its test
 */
export function roundedNumbers(text: string): string[] {
  const numbers = [...text.matchAll(TOKEN)]
    .map((match) => match[0])
    .filter((token) => !token.startsWith('"'));
  return [...new Set(numbers.filter((token) => digits(token) !== digits(String(Number(token)))))];
}

/** A number's value as significant digits and exponent, so `1.50e3` and `1500` are the same: "15e2". */
function digits(token: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token);
  if (!match) return token;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const all = (whole + fraction).replace(/^0+/, "");
  const kept = all.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(power) - fraction.length + (all.length - kept.length)}`;
}
