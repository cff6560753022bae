"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { useRuns } from "@/components/shared/run-names";
import { useFamily } from "@/lib/client/queries/sessions";
import { setScreen } from "@/lib/client/screen/screen";
import { openSession } from "@/lib/client/screen/url-state";
import { forkTree, lineageOf, type TreeRow } from "@/lib/view/forks/fork-tree";
import { changeText, runLabel } from "@/lib/view/text/fork-text";
import { count } from "@/lib/view/text/format";
import type { SessionSummary } from "@/lib/wire/sessions";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { ForkTree } from "./fork-tree";
import { TEXT } from "./text";

type Row = TreeRow<SessionSummary>;

/** Where the run on screen comes from and which forks it has; unfolded, the whole tree. */
export function Lineage({ session, workspace }: { session: string | null; workspace: string | null }) {
  const { data } = useFamily(session);
  const { nameOf } = useRuns(workspace);
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => forkTree(data?.items ?? [], { gone: true, roots: "oldest first" }), [data]);
  const line = session === null ? [] : lineageOf(rows, session);
  const origin = line.at(-2)?.session ?? null;
  const alone = rows.length < 2 || line.length === 0;
  const none = session === null ? "No run is open" : TEXT.noForks;
  useShortcut("fork-tree", { keys: "t", label: "Fork tree", group: "Runs", when: !alone, why: none }, () =>
    setOpen(!open),
  );
  useShortcut(
    "fork-origin",
    {
      keys: "o",
      label: "Open origin",
      group: "Runs",
      when: origin !== null,
      why: line.length > 1 ? TEXT.originGone : TEXT.notAFork,
    },
    () => origin && openSession(origin.id),
  );
  if (alone || session === null) return null;
  return (
    <section aria-label="Forks" className="shrink-0 border-line border-b bg-panel" data-testid="lineage">
      <div className="flex min-h-8 items-center gap-2 pr-2 pl-3.5">
        <Path line={line} nameOf={nameOf} />
        <Button
          small
          look="quiet"
          className="ml-auto"
          testId="fork-tree-toggle"
          aria-expanded={open}
          hint="Fork tree"
          onClick={() => setOpen(!open)}
        >
          {count(rows.filter((row) => row.session).length, "run")}
          <ChevronDown size={13} className={cx("transition-transform", open && "rotate-180")} />
        </Button>
      </div>
      {open && (
        <Tree
          rows={rows}
          session={session}
          more={data?.more ?? false}
          nameOf={nameOf}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** In a longer line, the runs between the first and the second to last appear only in the tree. */
const SHOWN = 3;

function Path({ line, nameOf }: { line: Row[]; nameOf: (run: SessionSummary) => string }) {
  const left = line.length > SHOWN ? line.slice(-SHOWN + 1) : line.slice(1);
  const [first] = line;
  const here = line.at(-1);
  return (
    <nav aria-label="Origin of the run" className="flex min-w-0 items-center gap-1 text-xs">
      {first && first !== here && <Step row={first} nameOf={nameOf} />}
      {line.length > SHOWN && <span className="text-ink-3">…</span>}
      {left.map((row) => (
        <Fragment key={row.id}>
          <ChevronRight size={12} aria-hidden className="shrink-0 text-ink-3" />
          {row === here ? (
            <b aria-current="page" className="truncate font-[560]" data-testid="lineage-here">
              {row.session && runLabel(nameOf(row.session), row.session.origin)}
            </b>
          ) : (
            <Step row={row} nameOf={nameOf} />
          )}
        </Fragment>
      ))}
      {first && first === here && (
        <span className="text-ink-2" data-testid="lineage-here">
          {first.session && nameOf(first.session)} has {count(first.forks, "fork")}
        </span>
      )}
    </nav>
  );
}

function Step({ row, nameOf }: { row: Row; nameOf: (run: SessionSummary) => string }) {
  const { session } = row;
  if (!session)
    return (
      <span className="shrink-0 text-ink-2" title={row.id} data-testid="lineage-gone">
        a run that is no longer stored
      </span>
    );
  return (
    <Button
      small
      look="quiet"
      className="-mx-1 shrink!"
      hint={session.origin ? changeText(session.origin) : "First run of the tree"}
      testId="lineage-step"
      onClick={() => openSession(session.id)}
    >
      {nameOf(session)}
    </Button>
  );
}

interface TreeProps {
  rows: Row[];
  session: string;
  more: boolean;
  nameOf: (run: SessionSummary) => string;
  onClose: () => void;
}

function Tree({ rows, session, more, nameOf, onClose }: TreeProps) {
  const [picked, setPicked] = useState<string[]>([]);
  const pick = (id: string) =>
    setPicked((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before.slice(-1), id],
    );
  const pair = pairOf(picked, session);
  return (
    <>
      <ForkTree
        rows={rows}
        open={session}
        picked={picked}
        nameOf={nameOf}
        onOpen={(id) => openSession(id)}
        onPick={pick}
        onClose={onClose}
      />
      <div className="flex items-center gap-2 px-3.5 pb-2 text-2xs text-ink-2">
        <span className="min-w-0 flex-1">
          {more && "Only a part of the tree is shown. "}
          <span className="hidden md:inline">{TEXT.treeKeys}</span>
        </span>
        <Button
          small
          testId="fork-compare"
          why={!pair && TEXT.selectToCompare}
          onClick={() => pair && setScreen({ compare: pair })}
        >
          {picked.length === 2 ? "Compare selected" : "Compare with open run"}
        </Button>
      </div>
    </>
  );
}

/** The selected runs, the first one on the left; a single one is compared with the run on screen. */
function pairOf([first, second]: string[], session: string): { left: string; right: string } | null {
  if (first === undefined || (second === undefined && first === session)) return null;
  return second === undefined ? { left: first, right: session } : { left: first, right: second };
}
