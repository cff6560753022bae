/** The place of every value in a JSON text: a flat index in the order of the text, filled while the text is read. */
import { indexOfToken } from "./pointer";

/** Cells of a value: its start and end, the start and end of its key (-1: no key), and the number of the next value after it. */
const STRIDE = 5;

export interface Span {
  start: number;
  end: number;
}

export class Spans {
  private cells = new Int32Array(STRIDE * 32);
  private count = 0;

  constructor(private readonly text: string) {}

  /** Adds a value that begins here and returns its number, which `close` needs. */
  open(start: number, keyStart: number, keyEnd: number): number {
    const at = this.count * STRIDE;
    if (at + STRIDE > this.cells.length) {
      const grown = new Int32Array(this.cells.length * 2);
      grown.set(this.cells);
      this.cells = grown;
    }
    this.cells[at] = start;
    this.cells[at + 2] = keyStart;
    this.cells[at + 3] = keyEnd;
    return this.count++;
  }

  close(value: number, end: number): void {
    this.cells[value * STRIDE + 1] = end;
    this.cells[value * STRIDE + 4] = this.count;
  }

  /** Ends every value that is still open, for a text that breaks off or turns out not to be JSON. */
  closeAll(end: number): void {
    for (let value = 0; value < this.count; value++) {
      if (this.cell(value, 4) === 0) this.close(value, end);
    }
  }

  /** How many values there are, numbered from 0 in the order of the text. */
  get size(): number {
    return this.count;
  }

  /** The value that the tokens lead to from `origin` (default: the root), or -1. The last of two equal keys counts. */
  find(tokens: readonly string[], origin = 0): number {
    let value = origin < this.count ? origin : -1;
    for (const token of tokens) {
      if (value < 0) return -1;
      const opener = this.text[this.cell(value, 0)];
      if (opener === "{") value = this.member(value, token);
      else if (opener === "[") value = this.item(value, indexOfToken(token));
      else return -1;
    }
    return value;
  }

  /** The numbers of a list's items or an object's members, in order; empty for a scalar. */
  children(parent: number): number[] {
    const found: number[] = [];
    if (parent < 0) return found;
    const after = this.cell(parent, 4);
    for (let child = parent + 1; child < after; child = this.cell(child, 4)) found.push(child);
    return found;
  }

  valueSpan(value: number): Span {
    return { start: this.cell(value, 0), end: this.cell(value, 1) };
  }

  /** The member's key with its quotes; null for list items and the root. */
  keySpan(value: number): Span | null {
    const start = this.cell(value, 2);
    return start < 0 ? null : { start, end: this.cell(value, 3) };
  }

  /** From the key to the end of the value; the value alone where there is no key. */
  memberSpan(value: number): Span {
    const key = this.keySpan(value);
    return { start: key ? key.start : this.cell(value, 0), end: this.cell(value, 1) };
  }

  private cell(value: number, field: number): number {
    return this.cells[value * STRIDE + field] ?? -1;
  }

  private member(parent: number, name: string): number {
    let found = -1;
    const after = this.cell(parent, 4);
    for (let child = parent + 1; child < after; child = this.cell(child, 4)) {
      if (this.keyIs(child, name)) found = child;
    }
    return found;
  }

  private keyIs(child: number, name: string): boolean {
    const quoted = this.text.slice(this.cell(child, 2), this.cell(child, 3));
    const key: unknown = quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
    return key === name;
  }

  private item(parent: number, index: number): number {
    if (index < 0) return -1;
    const after = this.cell(parent, 4);
    let child = parent + 1;
    for (let i = 0; i < index && child < after; i++) child = this.cell(child, 4);
    return child < after ? child : -1;
  }
}
