import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { VERDICT_SIGNS } from "@/components/shared/status";
import type { Axis } from "@/lib/view/axis/axis";
import type { RowContent, RowKind, RowRef } from "@/lib/view/rows/row-content";
import { duration } from "@/lib/view/text/format";
import type { RowId } from "@/lib/view/timeline/records";
import { ForksHere } from "../forks/forks-here";
import { cx } from "../ui/cx";
import { Badge, StatusMark } from "../ui/status";
import { Bars } from "./bars";
import type { Columns } from "./columns";

export const ROW_HEIGHT = 28;

interface RowProps {
  ref_: RowRef;
  kind: RowKind;
  cells: RowContent;
  index: number;
  domId: string;
  selected: boolean;
  columns: Columns;
  axis: Axis;
  now: number;
  onSelect: (id: RowId, index: number) => void;
  onToggle: (id: RowId, open: boolean) => void;
}

/**
 * One row: label, duration, and its bar on the time axis. It renders again only when one of these changes, which in
 * most frames of scrolling is never.
 */
export const Row = memo(function Row(props: RowProps) {
  const { ref_, kind, cells, index, domId, selected, columns, axis, now, onSelect, onToggle } = props;
  return (
    <div
      id={domId}
      role="row"
      aria-level={ref_.depth + 1}
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-expanded={ref_.expanded ?? undefined}
      data-testid="row"
      data-row={ref_.id}
      data-kind={kind}
      data-status={cells.status}
      data-verdict={cells.verdict?.status}
      onMouseDown={(event) => event.button === 0 && onSelect(ref_.id, index)}
      className={cx(
        "group/row absolute inset-x-0 flex cursor-default",
        selected
          ? "bg-accent-soft outline-accent -outline-offset-2 group-focus-visible/grid:outline-2"
          : "hover:bg-sunk",
        kind === "turn" && "border-line border-t",
      )}
      style={{ height: ROW_HEIGHT, top: index * ROW_HEIGHT }}
    >
      <div
        role="gridcell"
        className="flex h-full shrink-0 items-center gap-[7px] overflow-hidden whitespace-nowrap border-line border-r pr-2"
        style={{ width: columns.label, paddingLeft: 4 + ref_.indent * (columns.compact ? 9 : 16) }}
      >
        <Label
          ref_={ref_}
          kind={kind}
          cells={cells}
          compact={columns.compact}
          now={now}
          onToggle={onToggle}
        />
      </div>
      <div
        role="gridcell"
        className="relative h-full shrink-0 overflow-hidden"
        style={{ width: columns.axis + columns.room }}
      >
        <Bars cells={cells} axis={axis} now={now} width={columns.axis} whole={columns.axis + columns.room} />
      </div>
    </div>
  );
});

interface LabelProps extends Pick<RowProps, "ref_" | "kind" | "cells" | "now" | "onToggle"> {
  compact: boolean;
}

/** Renders again only when the row changes: while scrolling, the axis changes with each row that comes into view. */
const Label = memo(function Label({ ref_, kind, cells, compact, now, onToggle }: LabelProps) {
  const open = ref_.expanded;
  return (
    <>
      <span
        aria-hidden
        className={cx(
          "grid size-4 shrink-0 place-items-center rounded-sm",
          open ? "text-ink-3" : "text-line-strong group-hover/row:text-ink-3",
          open !== null && "hover:bg-line",
        )}
        onMouseDown={(event) => {
          if (open === null) return;
          event.stopPropagation();
          event.preventDefault();
          onToggle(ref_.id, !open);
        }}
        data-testid={open === null ? undefined : "toggle"}
      >
        {open !== null && (
          <ChevronRight size={12} className={cx("transition-transform", open && "rotate-90")} />
        )}
      </span>
      {cells.sign && <StatusMark {...cells.sign} />}
      <span
        className={cx("min-w-0 truncate", kind === "turn" ? "font-[580]" : "", quiet(kind) && "text-ink-2")}
        title={cells.label}
      >
        {compact ? cells.label.replace(/^(attempt|model ·) /, "") : cells.label}
      </span>
      <VerdictMark cells={cells} compact={compact} />
      <ForksHere row={ref_.id} />
      {!compact && (
        <span className="code-2xs ml-auto pl-1 text-ink-3" data-testid="row-duration">
          {cells.note ?? duration(Math.max(0, (cells.to ?? now) - cells.from))}
        </span>
      )}
    </>
  );
});

const quiet = (kind: RowKind): boolean => kind === "attempt" || kind === "decision" || kind === "notice";

function VerdictMark({ cells, compact }: { cells: RowContent; compact: boolean }) {
  if (!cells.verdict) return null;
  const { status, word, sign = VERDICT_SIGNS[status], title } = cells.verdict;
  if (compact) return <StatusMark {...sign} label={word} />;
  return (
    <Badge {...sign} status={status} testId="row-verdict" title={title}>
      {word}
    </Badge>
  );
}
