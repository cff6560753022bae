/**
 * JSON printed readably without going through JavaScript's numbers and strings: every number and every string stands as
 * it came, so a 19-digit id keeps its digits. Of duplicate members the last wins, as in the parsed value.
 */

type Node =
  | { kind: "leaf"; raw: string }
  | { kind: "array"; items: Node[] }
  | { kind: "object"; members: Map<string, { key: string; value: Node }> };

const LEAF = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;
/** Deeper texts are shown as they came. */
const DEPTH = 200;

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return null;
    this.#at += match[0].length;
    return match[0];
  }

  /** The next sign other than white space, left where it is. */
  #peek(): string | undefined {
    this.#match(SPACE);
    return this.#text[this.#at];
  }

  #skip(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }

  whole(): Node | null {
    const node = this.#value(0);
    return node && this.#peek() === undefined ? node : null;
  }

  #value(depth: number): Node | null {
    if (depth > DEPTH) return null;
    const sign = this.#peek();
    if (sign === "{") return this.#object(depth);
    if (sign === "[") return this.#array(depth);
    const raw = this.#match(sign === '"' ? STRING : LEAF);
    return raw ? { kind: "leaf", raw } : null;
  }

  #array(depth: number): Node | null {
    const items: Node[] = [];
    this.#at += 1;
    if (this.#skip("]")) return { kind: "array", items };
    do {
      const item = this.#value(depth + 1);
      if (!item) return null;
      items.push(item);
    } while (this.#skip(","));
    return this.#skip("]") ? { kind: "array", items } : null;
  }

  #object(depth: number): Node | null {
    const members = new Map<string, { key: string; value: Node }>();
    this.#at += 1;
    if (this.#skip("}")) return { kind: "object", members };
    do {
      const key = this.#peek() === '"' ? this.#match(STRING) : null;
      const value = key && this.#skip(":") ? this.#value(depth + 1) : null;
      if (!key || !value) return null;
      members.set(JSON.parse(key), { key, value });
    } while (this.#skip(","));
    return this.#skip("}") ? { kind: "object", members } : null;
  }
}

function print(node: Node, indent: string): string {
  if (node.kind === "leaf") return node.raw;
  const inner = `${indent}  `;
  if (node.kind === "array") {
    if (node.items.length === 0) return "[]";
    return `[\n${node.items.map((item) => inner + print(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (node.members.size === 0) return "{}";
  const lines = [...node.members.values()].map(({ key, value }) => `${inner}${key}: ${print(value, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

export interface FormattedJson {
  text: string;
  /** What the text is: "object", "array", "string", "number", "boolean", "null". */
  kind: string;
}

/** Null when the text is not JSON (or nested beyond use). */
export function formatJson(text: string): FormattedJson | null {
  const node = new Reader(text).whole();
  return node && { text: print(node, ""), kind: kindOf(node) };
}

function kindOf(node: Node): string {
  if (node.kind !== "leaf") return node.kind;
  if (node.raw.startsWith('"')) return "string";
  if (node.raw === "null") return "null";
  return node.raw === "true" || node.raw === "false" ? "boolean" : "number";
}
