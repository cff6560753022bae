"use client";
import { useEffect, useReducer, useState } from "react";
import { useNow } from "@/components/shared/use-now";
import { type SessionLog, useSessionLog } from "@/lib/client/log/session-log";
import { openSession, show } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import { statusOf } from "@/lib/engine/state/status";
import { type Filter, filterKey, filterOf, paramsOf, restricts } from "@/lib/view/rows/filter";
import { createRowList, foldTurns } from "@/lib/view/rows/list";
import type { RowId } from "@/lib/view/timeline/records";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Callout, EmptyState, Spinner } from "../ui/feedback";
import { Kbd } from "../ui/kbd";
import { Footer } from "./footer";
import { Grid } from "./grid";
import { Strip } from "./strip";
import { ROW_KEYS } from "./use-row-keys";

/** A run as rows on a time axis, live. */
export function Timeline({ sessionId }: { sessionId: string | null }) {
  return (
    <section aria-label="Timeline" className="flex h-full min-h-0 flex-col bg-bg" data-testid="timeline">
      {sessionId === null ? <Nothing /> : <Session key={sessionId} id={sessionId} />}
    </section>
  );
}

function Nothing() {
  // Also in the narrow layout.
  useShortcut("row-next", { ...ROW_KEYS.next, when: false, why: "No run is open" }, () => {});
  useShortcut("row-before", { ...ROW_KEYS.before, when: false, why: "No run is open" }, () => {});
  return (
    <EmptyState title="Nothing has run yet">
      Press <b className="font-[560] text-ink">Run</b> or <Kbd keys="mod+enter" />: every model call, tool
      call and decision appears here as it happens.
    </EmptyState>
  );
}

function Session({ id }: { id: string }) {
  const view = useSessionLog(id);
  if (view.link === "missing") return <Missing id={id} />;
  if (view.log.facts.length === 0) return <Loading view={view} />;
  return <Live id={id} view={view} />;
}

function Missing({ id }: { id: string }) {
  return (
    <EmptyState
      title="Session not found"
      action={<Button onClick={() => openSession(null)}>Back to workbench</Button>}
    >
      The server has no session <span className="code">{id}</span>. It may be stored in another data folder.
    </EmptyState>
  );
}

function Loading({ view }: { view: SessionLog }) {
  return (
    <div className="grid h-full place-items-center px-6 text-center">
      {view.error && view.link !== "live" ? (
        <div role="alert" className="flex flex-col items-center gap-2">
          <Spinner />
          <p>The session could not be loaded: {view.error}. Retrying…</p>
        </div>
      ) : (
        <Spinner label="Loading the session" />
      )}
    </div>
  );
}

const NO_TOGGLES: ReadonlyMap<RowId, boolean> = new Map();
const NO_GAPS: ReadonlySet<number> = new Set();

/** Adds the key if it is missing, otherwise removes it. */
function flipped(keys: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function Live({ id, view }: { id: string; view: SessionLog }) {
  const { row, filter: asked, tools, verdicts, query } = useSelection();
  const filter = filterOf({ show: asked, tools, verdicts });
  const [toggles, setToggles] = useState(NO_TOGGLES);
  const [unfolded, setUnfolded] = useState(NO_GAPS);
  const [rows] = useState(createRowList);
  const status = statusOf(view.log.state);
  const now = useNow(view, status);
  const list = rows.refresh(view.log.timeline, {
    filter,
    query: (query ?? "").trim().toLowerCase(),
    toggles,
    atMost: AT_MOST,
  });
  useAgain(list.more);
  const folds = {
    some: view.log.timeline.turns.some((turn) => toggles.get(turn.id) === false),
    flip: () => setToggles(foldTurns(view.log.timeline, toggles, !folds.some)),
  };
  useShortcut("fold-turns", { keys: "z", label: "Fold or unfold turns", group: "Timeline" }, folds.flip);
  const choose = (next: Filter) => {
    const { show: flags, ...words } = paramsOf(next);
    show({ filter: flags, ...words }, true);
  };
  const clear = () => show({ filter: null, tools: [], verdicts: [], query: null }, true);
  return (
    <>
      <Strip
        view={view}
        status={status}
        now={now}
        counts={list.counts}
        laying={list.more}
        told={{ ...list.totals, status }}
        filter={filter}
        onFilter={choose}
        query={query ?? ""}
        onQuery={(next) => show({ query: next || null })}
      />
      <LinkCallout view={view} />
      {list.count === 0 && !list.more ? (
        <div className="min-h-0 flex-1">
          <Filtered all={!restricts(filter) && !query} onClear={clear} />
        </div>
      ) : (
        <Grid
          key={`${filterKey(filter)}/${query ?? ""}`}
          view={view}
          status={status}
          list={list}
          now={now}
          selected={row}
          onToggle={(rowId, open) => setToggles((before) => new Map(before).set(rowId, open))}
          folds={folds}
          gaps={{ unfolded, flip: (key) => setUnfolded((before) => flipped(before, key)) }}
        />
      )}
      <Footer id={id} view={view} status={status} now={now} />
    </>
  );
}

/** Records laid out between two frames, which takes about twenty milliseconds. */
const AT_MOST = 1_250;

/** Renders again in the next frame. */
function useAgain(again: boolean): void {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!again) return;
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  });
}

function Filtered({ all, onClear }: { all: boolean; onClear: () => void }) {
  if (all) return <EmptyState title="Nothing to show yet">The session has just begun.</EmptyState>;
  return (
    <EmptyState title="No matching rows" action={<Button onClick={onClear}>Show all rows</Button>}>
      No rows match the search or filter.
    </EmptyState>
  );
}

/** Servers end quiet streams now and then; only a longer interruption is worth a notice. */
const PATIENCE_MS = 1_500;

function LinkCallout({ view }: { view: SessionLog }) {
  const broken = view.link === "reconnecting";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!broken) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [broken]);
  if (view.link === "failed") {
    return (
      <Callout tone="fail" shape="cross" alert testId="log-failed">
        {view.error}
      </Callout>
    );
  }
  if (!broken || !late) return null;
  return (
    <Callout tone="warn" shape="triangle" testId="reconnecting">
      Not live: {view.error}. Reconnecting… The rows may be out of date.
    </Callout>
  );
}
