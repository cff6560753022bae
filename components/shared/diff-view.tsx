"use client";
import { useMemo, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { type DiffKind, type DiffLine, foldDiff } from "@/lib/view/code/diff";
import { count } from "@/lib/view/text/format";

const SIDES = ["left", "right"] as const;
const PROPOSED = { left: "proposed", right: "returned" };

interface DiffViewProps {
  lines: DiffLine[];
  /** The full text of each side. */
  copy: Record<"left" | "right", () => string>;
  /** Names of the sides; "proposed" and "returned" by default. */
  names?: Record<"left" | "right", string>;
}

/** Two values side by side; long stretches of equal or changed lines are folded. */
export function DiffView({ lines, copy, names = PROPOSED }: DiffViewProps) {
  const parts = useMemo(() => foldDiff(lines), [lines]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return (
    <table className="code w-full table-fixed border-collapse" data-testid="diff">
      <thead>
        <tr>
          {SIDES.map((side) => (
            <th
              key={side}
              scope="col"
              className="pt-1 pr-1 pl-2 text-left font-normal font-sans text-ink-3 text-xs first:border-line first:border-r"
            >
              <span className="flex items-center justify-between">
                {names[side]}
                <CopyButton text={copy[side]} label={`Copy ${names[side]} value`} />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {parts.map((part, i) =>
        part.kind === "fold" && !open.has(i) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
          <tbody key={i}>
            <tr>
              <td colSpan={2} className="bg-sunk px-2 text-center">
                <button
                  type="button"
                  className="w-full text-ink-2 text-xs hover:text-ink"
                  onClick={() => setOpen(new Set(open).add(i))}
                >
                  … {count(part.lines.length, `${WORDS[part.of]} line`)}
                </button>
              </td>
            </tr>
          </tbody>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
          <tbody key={i}>
            {part.lines.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order
              <Line key={n} line={line} />
            ))}
          </tbody>
        ),
      )}
    </table>
  );
}

const WORDS: Record<DiffKind, string> = {
  same: "unchanged",
  added: "added",
  removed: "removed",
  changed: "changed",
};

function Line({ line }: { line: DiffLine }) {
  const { kind, left, right, leftMark, rightMark, path } = line;
  const gone = kind === "removed" || kind === "changed";
  const come = kind === "added" || kind === "changed";
  return (
    <tr data-kind={kind} data-path={path}>
      <Cell
        text={left}
        mark={leftMark}
        sign={gone ? "−" : " "}
        className={gone ? "bg-fail-soft" : undefined}
      />
      <Cell
        text={right}
        mark={rightMark}
        sign={come ? "+" : " "}
        className={come ? "bg-ok-soft" : undefined}
      />
    </tr>
  );
}

interface CellProps {
  text: string | null;
  mark?: [number, number];
  sign: string;
  className?: string;
}

function Cell({ text, mark, sign, className }: CellProps) {
  const [from, to] = mark ?? [0, 0];
  return (
    <td
      className={cx(
        "whitespace-pre-wrap break-words px-2 align-top first:border-line first:border-r",
        text === null ? "bg-sunk" : className,
      )}
    >
      {text !== null && (
        <>
          <span className="select-none text-ink-2">{sign} </span>
          {text.slice(0, from)}
          {to > from && (
            <b className="rounded-sm bg-bg/70 font-[600] underline decoration-1 underline-offset-2">
              {text.slice(from, to)}
            </b>
          )}
          {text.slice(Math.max(from, to))}
        </>
      )}
    </td>
  );
}
