"use client";
import { Card } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { cx } from "@/components/ui/cx";
import type { Change, Loop, Occurrence } from "@/lib/view/inspector/loops";
import { clock, count, ordinal } from "@/lib/view/text/format";
import { TEXT } from "./text";

/** The most lines of a change that are shown. */
const MOST_LINES = 12;

/** The same finding in several calls of a turn: each of these calls, and what the model read in between. */
export function LoopCard({ loop, onRow }: { loop: Loop; onRow: (row: string) => void }) {
  const { number, occurrences, message, side } = loop;
  return (
    <Card
      testId="loop"
      title={`Repeated finding: ${ordinal(number)} of ${occurrences.length} times in this turn`}
    >
      <p className="break-words border-line border-b bg-warn-soft px-[11px] py-1.5">{message}</p>
      <ol>
        {occurrences.map((one, i) => (
          <li key={one.row} className="border-line border-t first:border-t-0" data-testid="occurrence">
            <div className="flex items-baseline gap-2 px-[11px] pt-1.5">
              <button
                type="button"
                aria-current={one.own ? "true" : undefined}
                onClick={() => onRow(one.row)}
                className={cx(
                  "shrink-0 text-xs underline decoration-line-strong underline-offset-2 hover:text-accent",
                  one.own ? "font-[580]" : "text-ink-2",
                )}
              >
                {ordinal(i + 1)} time{one.own && ", this call"}
              </button>
              <span className="code-2xs min-w-0 truncate text-ink-3">{one.callId}</span>
              <span className="ml-auto shrink-0 text-2xs text-ink-3">{clock(one.at)}</span>
            </div>
            <Changed changes={one.changes} side={side} />
            <Read occurrence={one} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Changed({ changes, side }: { changes: Change[] | null; side: Loop["side"] }) {
  if (changes === null) return null;
  if (changes.length === 0)
    return (
      <p className="px-[11px] py-0.5 text-warn text-xs" data-testid="unchanged">
        The same {side} as before.
      </p>
    );
  const shown = changes.slice(0, MOST_LINES);
  return (
    <div className="px-[11px] py-0.5" data-testid="changed">
      <p className="text-ink-2 text-xs">Changed in the {side}:</p>
      <ul className="code">
        {shown.map(({ sign, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order
          <li key={i} className={cx("break-words px-1", sign === "+" ? "bg-ok-soft" : "bg-fail-soft")}>
            {sign} {text}
          </li>
        ))}
      </ul>
      {changes.length > shown.length && (
        <p className="text-ink-3 text-xs">and {count(changes.length - shown.length, "more line")}</p>
      )}
    </div>
  );
}

function Read({ occurrence }: { occurrence: Occurrence }) {
  const { read } = occurrence;
  if (read === null) return <p className="px-[11px] pb-1.5 text-ink-3 text-xs">{TEXT.errorNotRead}</p>;
  return (
    <div className="pb-1">
      <p className="px-[11px] pt-0.5 text-ink-3 text-xs">
        The model read{read === "" ? " an empty text." : ""}
      </p>
      {read !== "" && (
        <CodeView
          text={read}
          language="text"
          label={`Text the model read for ${occurrence.callId}`}
          rows={4}
        />
      )}
    </div>
  );
}
