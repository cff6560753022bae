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

/** The place of an item in its list, or -1 where the token is no index. */
export function indexOfToken(token: string): number {
  return /^(0|[1-9]\d{0,9})$/.test(token) ? Number(token) : -1;
}

/** What stands in a JSON value at a pointer's tokens; undefined where nothing does. */
export const valueAt = (value: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce((now: unknown, token) => {
    if (Array.isArray(now)) return now[indexOfToken(token)];
    return isObject(now) && Object.hasOwn(now, token) ? now[token] : undefined;
  }, value);
