import type { SessionLog } from "@/lib/client/session-log";
import type { SessionStatus } from "@/lib/engine/status";
import type { Filter } from "@/lib/view/faults";
import { count, duration, grouped } from "@/lib/view/format";
import { type Counts, FILTERS } from "@/lib/view/list";
import { cx } from "../ui/cx";
import { type Shape, StatusMark, type Tone } from "../ui/status";

interface StripProps {
  view: SessionLog;
  status: SessionStatus;
  now: number;
  counts: Counts;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

const SIGNS: Record<SessionStatus, { shape: Shape; tone: Tone }> = {
  running: { shape: "dotted-ring", tone: "accent" },
  waiting: { shape: "dotted-ring", tone: "accent" },
  interrupted: { shape: "diamond", tone: "warn" },
  idle: { shape: "dot", tone: "ok" },
  failed: { shape: "cross", tone: "fail" },
  cancelled: { shape: "cross", tone: "mute" },
};

/** How the turn stands, and which rows are shown. */
export function Strip({ view, status, now, counts, filter, onFilter }: StripProps) {
  const turn = view.log.timeline.turns.at(-1);
  const took = turn ? duration(Math.max(0, (turn.end?.at ?? now) - turn.at)) : "";
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3.5 py-1.5 text-ink-2">
      <span
        className="flex items-center gap-1.5 whitespace-nowrap"
        data-testid="session-status"
        data-status={status}
      >
        <StatusMark {...SIGNS[status]} />
        {turn ? (
          <>
            <b className="font-[580] text-ink">Turn {turn.number}</b> {wordOf(status, turn.end?.outcome)}{" "}
            {took}
          </>
        ) : (
          status
        )}
      </span>
      {turn && (
        <span className="whitespace-nowrap" data-testid="call-count">
          {count(turn.toolCalls, "call")}
        </span>
      )}
      <div className="ml-auto flex gap-1.5" role="group" aria-label="Rows shown">
        {FILTERS.filter((name) => name === "all" || name === filter || counts[name] > 0).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === filter}
            onClick={() => onFilter(name)}
            data-testid={`filter-${name}`}
            className={cx(
              "h-[22px] whitespace-nowrap rounded-full border px-2.5 text-xs",
              name === filter
                ? "border-transparent bg-ink text-bg"
                : "border-line-strong text-ink-2 hover:bg-sunk hover:text-ink",
            )}
          >
            {NAMES[name]} {grouped(counts[name])}
          </button>
        ))}
      </div>
      <span role="status" className="sr-only">
        Session {status}
      </span>
    </div>
  );
}

const NAMES: Record<Filter, string> = {
  all: "All",
  problems: "Problems",
  retried: "Retried",
  decisions: "Decisions",
};

/** "running 8.40 s", "done in 8.40 s". */
function wordOf(status: SessionStatus, outcome: "done" | "failed" | "cancelled" | undefined): string {
  return outcome ? `${outcome} in` : status === "idle" ? "" : status;
}
