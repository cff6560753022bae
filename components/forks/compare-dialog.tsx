"use client";
import { useEffect, useMemo, useRef } from "react";
import { useRuns } from "@/components/shared/run-names";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState, Spinner } from "@/components/ui/feedback";
import { explain } from "@/lib/client/api/api";
import { useTimeline } from "@/lib/client/queries/sessions";
import { setScreen } from "@/lib/client/screen/screen";
import { openSession, select } from "@/lib/client/screen/url-state";
import { type Action, compareSessions, type Pair } from "@/lib/view/forks/compare";
import { runOf } from "@/lib/view/forks/fork-tree";
import { runLabel } from "@/lib/view/text/fork-text";
import { excerpt } from "@/lib/view/text/format";
import type { Timeline } from "@/lib/view/timeline/records";
import { TEXT } from "./text";

interface CompareProps {
  left: string;
  right: string;
  /** The workspace whose runs are numbered; null: all. */
  workspace: string | null;
}

/** Compare runs, aligned, with the differences marked and the first one in view. */
export function CompareDialog({ left, right, workspace }: CompareProps) {
  const { nameOf } = useRuns(workspace);
  const [a, b] = [useTimeline(left), useTimeline(right)];
  const error = a.error ?? b.error;
  const close = () => setScreen({ compare: null });
  return (
    <Dialog
      open
      size="tall"
      testId="compare"
      onClose={close}
      title="Compare runs"
      description={TEXT.compareDescription}
    >
      {error && <EmptyState title={TEXT.runNotLoaded}>{explain(error)}</EmptyState>}
      {!error && a.data && b.data ? (
        <Table
          left={{ id: left, name: nameIn(left, a.data, nameOf) }}
          right={{ id: right, name: nameIn(right, b.data, nameOf) }}
          pairs={compareSessions(a.data, b.data)}
          onClose={close}
        />
      ) : (
        !error && <Spinner label="Loading the runs" />
      )}
    </Dialog>
  );
}

/** The name in the list of runs, with the change that a fork made. */
const nameIn = (id: string, log: Timeline, nameOf: ReturnType<typeof useRuns>["nameOf"]): string =>
  runLabel(nameOf(runOf(id, log)), log.origin?.origin ?? null);

interface Run {
  id: string;
  name: string;
}

interface TableProps {
  left: Run;
  right: Run;
  pairs: ReturnType<typeof compareSessions>;
  onClose: () => void;
}

function Table({ left, right, pairs: { pairs, first }, onClose }: TableProps) {
  const mark = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "center" });
  }, []);
  const differ = useMemo(() => pairs.filter(({ differs }) => differs.length > 0).length, [pairs]);
  const open = (session: string, row: string) => {
    onClose();
    openSession(session);
    select({ row });
  };
  return (
    <>
      <p className="mb-2 text-ink-2" data-testid="compare-summary">
        {first === null ? TEXT.noDifference : `${differ} of ${pairs.length} rows differ.`}
      </p>
      <table className="w-full table-fixed border-collapse text-xs">
        <thead>
          <tr className="text-left text-ink-3">
            <th className="w-[120px] py-1 font-[540]">Differs in</th>
            <RunHead run={left} />
            <RunHead run={right} />
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, i) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: pairs keep their order
              key={i}
              ref={i === first ? mark : undefined}
              data-testid="compare-pair"
              data-differs={pair.differs.join(" ")}
              className={cx(
                "border-line border-t align-top",
                pair.differs.length > 0 && "bg-warn-soft",
                i === first && "outline-2 outline-warn -outline-offset-2",
              )}
            >
              <td className="px-1.5 py-1 text-ink-2">
                {i === first && <b className="block font-[580] text-ink">First difference</b>}
                {pair.differs.join(", ")}
              </td>
              <Side deed={pair.left} pair={pair} onOpen={(row) => open(left.id, row)} />
              <Side deed={pair.right} pair={pair} onOpen={(row) => open(right.id, row)} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function RunHead({ run: { id, name } }: { run: Run }) {
  return (
    <th scope="col" className="px-1.5 py-1 font-[540]" data-testid="compare-head">
      <span className="block text-ink">{name}</span>
      <span className="code-2xs block truncate font-normal" title={id}>
        {id}
      </span>
    </th>
  );
}

/** Longer texts can be read in the run itself. */
const MAX_TEXT = 200;

function Side({ deed, pair, onOpen }: { deed: Action | null; pair: Pair; onOpen: (row: string) => void }) {
  if (!deed) return <td className="px-1.5 py-1 text-ink-3">nothing</td>;
  const { label, verdict, asked, outcome, row } = deed;
  const strong = (part: Pair["differs"][number]) => (pair.differs.includes(part) ? "text-ink" : "text-ink-2");
  return (
    <td className="px-1.5 py-1">
      <Button look="quiet" small className="-ml-2" onClick={() => onOpen(row)}>
        {label}
      </Button>
      {verdict && <span className={strong("verdict")}> {verdict}</span>}
      {asked && <p className={cx("code-2xs break-words", strong("asked"))}>{excerpt(asked, MAX_TEXT)}</p>}
      {outcome && (
        <p className={cx("code-2xs break-words", strong("outcome"))}>{excerpt(outcome, MAX_TEXT)}</p>
      )}
    </td>
  );
}
