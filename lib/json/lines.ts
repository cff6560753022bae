import type { Span } from "./spans";

/** A span of a text. `offset` and `length` in UTF-16 code units, `line` and `column` from 1. */
export interface Place {
  offset: number;
  length: number;
  line: number;
  column: number;
}

/** Turns offsets of a text into places with line and column. */
export class Lines {
  private starts: number[] | null = null;

  constructor(private readonly text: string) {}

  /** The first call finds all line ends. Lines end with `\n`, `\r\n` or `\r`, as in the editor. */
  place(span: Span): Place {
    this.starts ??= lineStarts(this.text);
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= span.start) low = middle;
      else high = middle - 1;
    }
    return {
      offset: span.start,
      length: span.end - span.start,
      line: low + 1,
      column: span.start - (this.starts[low] ?? 0) + 1,
    };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}
