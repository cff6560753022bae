"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { download } from "@/components/ui/download";
import { useWidth } from "@/components/ui/use-width";
import { type Code, codeOf, type Mark, type Piece, type Token } from "@/lib/view/code/code";
import { count, size, utf8Length } from "@/lib/view/text/format";

interface CodeViewProps {
  text: string;
  language: "json" | "text";
  /** The accessible name. */
  label: string;
  marks?: readonly Mark[];
  /** The mark to highlight and scroll into view. */
  active?: string | null;
  onMark?: (id: string) => void;
  /** Lines shown before the rest is collapsed. */
  rows?: number;
  /** The number of the first line, if the text is a part of another one. */
  firstLine?: number;
  testId?: string;
}

const ROW = 19;
const PADDING = 8;
/** Geist Mono at 12 px: every character has this width. */
const CHARACTER = 7.2;
const LARGE = 100_000;
const NO_MARKS: readonly Mark[] = [];

/** A read-only text with line numbers, colours and marks. Only the visible rows are rendered, however long the text. */
export function CodeView({
  text,
  language,
  label,
  marks = NO_MARKS,
  active,
  onMark,
  rows = 14,
  firstLine = 1,
  testId,
}: CodeViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [all, setAll] = useState(false);
  const gutter = useMemo(() => gutterOf(text, firstLine), [text, firstLine]);
  const columns = width === 0 ? 80 : (width - gutter - 24) / CHARACTER;
  const code = useMemo(() => codeOf(text, { columns, language }), [text, columns, language]);
  const virtualizer = useVirtualizer({
    count: code.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  useMarkInView(code, marks.find((mark) => mark.id === active) ?? marks[0], virtualizer.scrollToIndex);
  const long = code.rows.length > rows;
  const inView = Math.min(code.rows.length, long && !all ? rows : 40);
  const height = inView * ROW + PADDING * 2;
  const scrolls = code.rows.length > inView;
  return (
    <div data-testid={testId}>
      <div
        ref={scroller}
        role="group"
        aria-label={label}
        tabIndex={scrolls ? 0 : undefined}
        className="overflow-y-auto overflow-x-hidden focus-visible:-outline-offset-2"
        style={{ height }}
      >
        <div className="code relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <CodeRow
              key={item.index}
              code={code}
              index={item.index}
              top={item.start}
              gutter={gutter}
              firstLine={firstLine}
              marks={marks}
              active={active ?? null}
              onMark={onMark}
            />
          ))}
        </div>
      </div>
      {(long || text.length > LARGE) && (
        <Rest text={text} lines={code.lines} long={long} all={all} onAll={() => setAll(!all)} label={label} />
      )}
    </div>
  );
}

/** Width for the largest line number; a single line has none. */
function gutterOf(text: string, firstLine: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines === 1 ? 11 : 20 + String(firstLine + lines - 1).length * CHARACTER;
}

type ScrollTo = (index: number, options: { align: "center" | "auto" }) => void;

/** Scrolls a mark into view: the active one, or the first one when the text appears. */
function useMarkInView(code: Code, target: Mark | undefined, scrollTo: ScrollTo): void {
  const row = target ? code.rowAt(target.offset) : -1;
  useEffect(() => {
    if (row > 3) scrollTo(row, { align: "center" });
    else if (row >= 0) scrollTo(0, { align: "auto" });
  }, [row, scrollTo]);
}

interface RowProps {
  code: Code;
  index: number;
  top: number;
  gutter: number;
  firstLine: number;
  marks: readonly Mark[];
  active: string | null;
  onMark?: (id: string) => void;
}

function CodeRow({ code, index, top, gutter, firstLine, marks, active, onMark }: RowProps) {
  const row = code.rows[index];
  if (!row) return null;
  return (
    <div className="absolute inset-x-0 flex h-[19px] whitespace-pre" style={{ top }} data-line={row.line}>
      <span
        className={cx("shrink-0 select-none text-right text-ink-3", code.lines > 1 && "pr-3")}
        style={{ width: gutter }}
        aria-hidden
      >
        {row.first && code.lines > 1 ? row.line + firstLine - 1 : ""}
      </span>
      <span className="min-w-0 overflow-x-clip pr-3">
        {code.pieces(index, marks).map((piece, i, all) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a row have no other name and keep their order
          <PieceView key={i} piece={piece} before={all[i - 1]} active={active} onMark={onMark} />
        ))}
      </span>
    </div>
  );
}

const COLOURS: Record<Token, string> = {
  key: "text-code-key",
  string: "text-code-string",
  number: "text-code-number",
  word: "text-code-number",
  sign: "text-ink-2",
  plain: "",
  hidden: "mx-px rounded-sm border border-fail px-0.5 text-[10px] text-fail",
};

interface PieceProps {
  piece: Piece;
  /** The mark before it in the row. */
  before: Piece | undefined;
  active: string | null;
  onMark?: (id: string) => void;
}

/** A mark is selected by a click or, at its first piece, by key. */
function PieceView({ piece, before, active, onMark }: PieceProps) {
  const { text, token, marks } = piece;
  const [first] = marks;
  if (first === undefined) return <span className={COLOURS[token]}>{text}</span>;
  const isActive = active !== null && marks.includes(active);
  const choose = onMark && (() => onMark(isActive ? first : (marks.at(-1) ?? first)));
  const begins = choose && marks.some((id) => !before?.marks.includes(id));
  return (
    <mark
      data-testid="mark"
      data-mark={marks.join(" ")}
      data-active={isActive || undefined}
      onMouseDown={choose}
      {...(begins && {
        role: "button",
        tabIndex: 0,
        "aria-pressed": isActive,
        "aria-label": `Position of a finding${text === "" ? "" : `: ${text}`}`,
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose();
        },
      })}
      className={cx(
        "fault text-inherit",
        token !== "hidden" && COLOURS[token],
        text === "" && "inline-block h-[15px] w-[3px] bg-fail align-[-3px] no-underline",
        isActive && "shadow-[0_-2px_0_var(--accent),0_2px_0_var(--accent)]!",
      )}
    >
      {text}
    </mark>
  );
}

interface RestProps {
  text: string;
  lines: number;
  long: boolean;
  all: boolean;
  onAll: () => void;
  label: string;
}

/** The size of the text, and buttons to see or download all of it. */
function Rest({ text, lines, long, all, onAll, label }: RestProps) {
  const bytes = useMemo(() => size(utf8Length(text)), [text]);
  const link = "underline decoration-line-strong underline-offset-2 hover:text-ink";
  return (
    <div className="flex items-center gap-3 border-line border-t px-[11px] py-1 text-ink-2 text-xs">
      {long && (
        <button type="button" className={link} onClick={onAll} aria-expanded={all} data-testid="show-all">
          {all ? "Show less" : `Show all ${lines > 1 ? count(lines, "line") : "of it"} (${bytes})`}
        </button>
      )}
      {text.length > LARGE && (
        <button
          type="button"
          className={link}
          onClick={() => download(text, { name: fileName(label), type: "text/plain" })}
        >
          Download ({bytes})
        </button>
      )}
    </div>
  );
}

const fileName = (label: string): string => `${label.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.txt`;
