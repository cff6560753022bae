/** Takes a secret out of anything that will be stored or shown. */
import { isObject } from "./is-object";

const REMOVED = "[key removed]";

/** A copy of plain JSON in which the secret stands nowhere, neither in a value nor in a member's name. */
export function redact<T>(value: T, secret: string): T;
export function redact(value: unknown, secret: string): unknown {
  if (typeof value === "string") return value.replaceAll(secret, REMOVED);
  if (Array.isArray(value)) return value.map((item) => redact(item, secret));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replaceAll(secret, REMOVED), redact(member, secret)]),
  );
}
