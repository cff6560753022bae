/** JSON pointers (RFC 6901) as plain text: `/a~1b/0`; the empty text is the root. */
import { isObject } from "./value";

export function childPointer(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  const escaped = /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
  return `${pointer}/${escaped}`;
}

export function pointerTokens(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => (token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token));
}

/** The index that a token means in a list, or -1. */
export function indexOfToken(token: string): number {
  return /^(0|[1-9]\d{0,9})$/.test(token) ? Number(token) : -1;
}

/** The part of a value that a pointer's tokens lead to; undefined where there is none. */
export const valueAt = (value: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce((now: unknown, token) => {
    if (Array.isArray(now)) return now[indexOfToken(token)];
    return isObject(now) && Object.hasOwn(now, token) ? now[token] : undefined;
  }, value);
