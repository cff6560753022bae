"use client";
import { useState } from "react";
import { clock } from "@/components/shared/run-names";
import { VerdictBadge } from "@/components/shared/status";
import { callsOf, timesWords, underWords } from "@/lib/client/workspace/impact";
import { count, excerpt, grouped } from "@/lib/view/text/format";
import type { Flip } from "@/lib/wire/impact";

/** The session and id of a recorded call. */
export type CallPlace = Pick<Flip, "session" | "call">;

interface ImpactFlipsProps {
  flips: Flip[];
  /** The number of calls with a different verdict, listed or not. */
  flipped: number;
  onOpen: (call: CallPlace) => void;
}

/**
 * The calls with a different verdict; those with the same text and injected fault are one line. Pressing a line opens
 * the newest of its calls.
 */
export function ImpactFlips({ flips, flipped, onOpen }: ImpactFlipsProps) {
  if (flips.length === 0) return null;
  const more = flipped - callsOf(flips);
  return (
    <>
      <h3 className="pb-1 font-[580] text-2xs text-ink-3">
        {count(flipped, "call")} with a different verdict
      </h3>
      <ul className="text-xs">
        {flips.map((flip) => (
          <FlipRow key={`${flip.session} ${flip.call} ${flip.at}`} flip={flip} onOpen={onOpen} />
        ))}
      </ul>
      {more > 0 && <p className="pt-1 text-ink-3">and {grouped(more)} more</p>}
    </>
  );
}

interface FlipRowProps {
  flip: Flip;
  onOpen: (call: CallPlace) => void;
}

function FlipRow({ flip, onOpen }: FlipRowProps) {
  const under = underWords(flip);
  return (
    <li className="border-line border-t" data-testid="flip">
      <button
        type="button"
        data-testid="flip-open"
        className="grid w-full gap-1 py-1.5 text-left hover:bg-sunk focus-visible:-outline-offset-2"
        onClick={() => onOpen(flip)}
      >
        <span className="flex flex-wrap items-center gap-2">
          <VerdictBadge status={flip.was} /> → <VerdictBadge status={flip.now} />
          <span className="code-2xs text-ink-3">
            {flip.call} · {clock(flip.at)}
          </span>
          {flip.calls > 1 && <b className="font-[580]">{timesWords(flip).trim()}</b>}
        </span>
        <span className="code truncate">{excerpt(flip.text, 140)}</span>
        {flip.finding && (
          <span className="break-words text-ink-2">
            {flip.now === "valid" && "was: "}
            {flip.finding.instancePath || "the value"}: {flip.finding.message}
          </span>
        )}
        {under && (
          <span className="text-ink-3" data-testid="flip-under">
            {under}
          </span>
        )}
      </button>
      {flip.calls > 1 && <Others flip={flip} onOpen={onOpen} />}
    </li>
  );
}

/** The other calls that a flip represents. */
function Others({ flip: { calls, others }, onOpen }: FlipRowProps) {
  const [open, setOpen] = useState(false);
  const more = calls - 1 - others.length;
  return (
    <div className="pb-1.5">
      <button
        type="button"
        aria-expanded={open}
        data-testid="flip-others"
        className="text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink"
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the others" : `Show ${count(calls - 1, "other call")} with the same text`}
      </button>
      {open && (
        <p className="flex flex-wrap gap-x-3 pt-1">
          {others.map((other) => (
            <button
              key={`${other.session} ${other.call} ${other.at}`}
              type="button"
              data-testid="flip-other"
              className="code-2xs text-ink-2 underline decoration-line-strong hover:text-ink"
              onClick={() => onOpen(other)}
            >
              {other.call} · {clock(other.at)}
            </button>
          ))}
          {more > 0 && <span className="text-ink-3">and {grouped(more)} more</span>}
        </p>
      )}
    </div>
  );
}
