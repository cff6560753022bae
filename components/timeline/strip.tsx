"use client";
import { useRef } from "react";
import { SESSION_SIGNS } from "@/components/shared/status";
import type { SessionLog } from "@/lib/client/log/session-log";
import type { SessionStatus } from "@/lib/engine/state/status";
import type { Announced } from "@/lib/view/rows/announce";
import type { Filter } from "@/lib/view/rows/filter";
import type { Counts } from "@/lib/view/rows/list-block";
import { count, duration } from "@/lib/view/text/format";
import { useShortcut } from "../keys/shortcuts";
import { type Shape, StatusMark, type Tone } from "../ui/status";
import { Announcer } from "./announcer";
import { FilterBar } from "./filter-bar";

interface StripProps {
  view: SessionLog;
  status: SessionStatus;
  now: number;
  counts: Counts;
  told: Announced;
  /** Not all rows are counted yet. */
  laying: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The search text, as typed. */
  query: string;
  onQuery: (query: string) => void;
}

const READING: { shape: Shape; tone: Tone } = { shape: "dotted-ring", tone: "accent" };

/** The status of the turn, and which rows are shown. */
export function Strip({
  view,
  status,
  now,
  counts,
  told,
  laying,
  filter,
  onFilter,
  query,
  onQuery,
}: StripProps) {
  const turn = view.log.timeline.turns.at(-1);
  const took = turn ? duration(Math.max(0, (turn.end?.at ?? now) - turn.at)) : "";
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3.5 py-1.5 text-ink-2">
      <span
        className="flex items-center gap-1.5 whitespace-nowrap"
        data-testid="session-status"
        data-status={view.reading ? "reading" : status}
      >
        <StatusMark {...(view.reading ? READING : SESSION_SIGNS[status])} />
        {view.reading ? (
          `Loading the run: ${count(view.log.facts.length, "event")} so far`
        ) : turn ? (
          <>
            <b className="font-[580] text-ink">Turn {turn.number}</b> {wordOf(status, turn.end?.outcome)}{" "}
            {took}
          </>
        ) : (
          status
        )}
      </span>
      {turn && !view.reading && (
        <span className="whitespace-nowrap" data-testid="call-count">
          {count(turn.toolCalls, "call")}
        </span>
      )}
      <Search query={query} onQuery={onQuery} />
      <FilterBar counts={counts} filter={filter} onFilter={onFilter} />
      <Announcer told={told} reading={view.reading || laying} />
    </div>
  );
}

function Search({ query, onQuery }: Pick<StripProps, "query" | "onQuery">) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut("search", { keys: "/", label: "Search run", group: "Timeline" }, () => field.current?.focus());
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search names, arguments, results and findings"
      placeholder="Search  /"
      data-testid="search"
      className="ml-auto h-[22px] w-24 min-w-0 rounded-full border border-line-strong bg-panel px-2.5 text-xs placeholder:text-ink-3 focus:w-44"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onQuery("");
        event.currentTarget.blur();
      }}
    />
  );
}

/** "running 8.40 s", "done in 8.40 s". */
function wordOf(status: SessionStatus, outcome: "done" | "failed" | "cancelled" | undefined): string {
  return outcome ? `${outcome} in` : status === "idle" ? "" : status;
}
