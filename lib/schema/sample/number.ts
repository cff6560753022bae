/** Sample numbers for limits and `multipleOf`, as all drafts write them. */
import { type Json, numberOr, Unbuildable } from "./schema";

interface Range {
  least: number;
  leastOut: boolean;
  most: number;
  mostOut: boolean;
}

/** The `variant`th number that fits; 1 if it is allowed. */
export function sampleNumber(schema: Json, integer: boolean, variant = 0): number {
  const fitting = candidates(schema, variant).filter(
    (number) => numberFits(number, schema) && (!integer || Number.isInteger(number)),
  );
  const found = [...new Set(fitting)][variant];
  if (found !== undefined) return found;
  throw new Unbuildable("no number could be made for its limits; add an example or a default to the schema");
}

export function numberFits(number: number, schema: Json): boolean {
  const { least, leastOut, most, mostOut } = rangeOf(schema);
  if (number < least || (leastOut && number === least)) return false;
  if (number > most || (mostOut && number === most)) return false;
  return typeof schema.multipleOf !== "number" || isMultiple(number, schema.multipleOf);
}

/** Round numbers first, then the edges, the middle, and multiples, from the lower limit up. */
function candidates(schema: Json, variant: number): number[] {
  const { least, most } = rangeOf(schema);
  const low = Number.isFinite(least) ? least : Math.min(1, Number.isFinite(most) ? most - variant - 1 : 1);
  const step = typeof schema.multipleOf === "number" && schema.multipleOf > 0 ? schema.multipleOf : 1;
  const first = Math.floor(low / step);
  const multiples = Array.from({ length: variant + 3 }, (_, at) => decimal((first + at) * step));
  const middles = Array.from({ length: variant + 1 }, (_, at) => low + (most - low) / (at + 2));
  const round = Number.isFinite(least) ? [] : [0];
  return [1, ...round, ...multiples, low, most, ...middles].filter(Number.isFinite);
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): Range {
  const least = Math.max(numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity));
  const most = Math.min(numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity));
  return {
    least,
    leastOut: exclusiveMinimum === true || exclusiveMinimum === least,
    most,
    mostOut: exclusiveMaximum === true || exclusiveMaximum === most,
  };
}

/** Rounds the last binary digits away: 3 × 0.1 is 0.3. */
const decimal = (number: number): number => Number(number.toPrecision(15));

function isMultiple(number: number, of: number): boolean {
  return decimal(Math.round(number / of) * of) === decimal(number);
}
