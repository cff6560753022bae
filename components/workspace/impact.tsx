"use client";
import { useState } from "react";
import { explain } from "@/lib/client/api";
import type { Draft } from "@/lib/client/draft";
import { changeWords, flipsOf, impactMarkdown, impactWords } from "@/lib/client/impact";
import { useImpact, useSessions } from "@/lib/client/queries";
import { setBaseline, useScreen } from "@/lib/client/screen";
import { openSession, select, useSelection } from "@/lib/client/url-state";
import { type Side, schemaText } from "@/lib/engine/schema-text";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { clock, count, excerpt } from "@/lib/view/format";
import { callRow } from "@/lib/view/records";
import type { Impact as Answer, Change, Flip } from "@/lib/wire/impact";
import { VerdictBadge } from "../status";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";
import { Callout } from "../ui/feedback";
import { type Shape, StatusMark, type Tone } from "../ui/status";

interface ImpactProps {
  draft: Draft;
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
}

/** What the schema as it stands would say of every recorded call: one line, and all of it on demand. */
export function Impact({ draft, tool, toolKey, side }: ImpactProps) {
  const [open, setOpen] = useState(false);
  const { session } = useSelection();
  const sessions = useSessions(draft.id);
  const key = `${toolKey}/${side}`;
  const baseline = useScreen((screen) => screen.baselines[key]);
  const { data, error, isPlaceholderData } = useImpact(
    key,
    {
      ...(draft.id && { workspace_id: draft.id }),
      ...(session && { session }),
      tool: tool.name,
      direction: side,
      schema: schemaText(tool, side),
      ...(baseline && { baseline: baseline.schema }),
      ...(draft.workspace.formats && { formats: draft.workspace.formats }),
    },
    newestRun(sessions.data?.items),
  );
  if (error)
    return (
      <p role="alert" className="border-line border-t px-3.5 py-1.5 text-fail text-xs" data-testid="impact">
        The recorded calls were not checked. {explain(error)}
      </p>
    );
  if (!data || data.texts === 0) return null;
  return (
    <div
      className="flex min-h-8 shrink-0 items-center gap-2 border-line border-t py-1 pr-2 pl-3.5 text-xs"
      data-testid="impact"
      data-stale={isPlaceholderData}
    >
      <StatusMark {...signOf(data)} />
      <span className="min-w-0 flex-1 text-ink-2">{impactWords(data, side)}</span>
      <Button look="quiet" small testId="impact-open" onClick={() => setOpen(true)}>
        Impact…
      </Button>
      {open && (
        <ImpactDialog
          data={data}
          tool={tool}
          side={side}
          baselineKey={key}
          setAt={baseline?.at ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Changes with each run and each step of the newest one. */
const newestRun = (items: { id: string; seq: number }[] = []): string => `${items[0]?.id} ${items[0]?.seq}`;

function signOf({ flips, flipped, stopped }: Answer): { shape: Shape; tone: Tone } {
  if (stopped !== undefined) return { shape: "triangle", tone: "warn" };
  if (flipped === 0) return { shape: "dot", tone: "ok" };
  return flips.every(({ now }) => now === "valid")
    ? { shape: "diamond", tone: "accent" }
    : { shape: "triangle", tone: "warn" };
}

interface DialogProps {
  data: Answer;
  tool: WorkspaceTool;
  side: Side;
  baselineKey: string;
  /** When a person set the schema that it is compared with; null: it is the newest run's. */
  setAt: number | null;
  onClose: () => void;
}

function ImpactDialog({ data, tool, side, baselineKey, setAt, onClose }: DialogProps) {
  const openCall = ({ session, call }: Flip) => {
    onClose();
    openSession(session);
    select({ row: callRow(call), tab: side === "input" ? "call" : "result" });
  };
  const text = schemaText(tool, side);
  return (
    <Dialog
      open
      size="tall"
      testId="impact-dialog"
      onClose={onClose}
      title={`What this change does: ${tool.name}, ${side} schema`}
      description="All recorded calls of this workspace, checked again by the schema as it stands. What is recorded stays as it is."
      footer={
        <>
          <CopyButton text={() => impactMarkdown(data, tool.name, side)} label="Copy as text" />
          {setAt !== null && (
            <Button onClick={() => setBaseline(baselineKey, null)}>Compare with the newest run</Button>
          )}
          <Button
            testId="impact-baseline"
            why={data.baseline === text && "It is compared with this very schema"}
            onClick={() => setBaseline(baselineKey, text)}
          >
            Compare with this from now on
          </Button>
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto pb-2">
        <p className="pb-3" data-testid="impact-words">
          {impactWords(data, side)}. Compared with{" "}
          {setAt === null
            ? "the schema of the newest run, and each call's verdict as recorded."
            : `the schema as it was at ${clock(setAt)}.`}
        </p>
        {data.stopped !== undefined && (
          <Callout tone="warn" shape="triangle">
            The check was ended: {data.stopped}.
          </Callout>
        )}
        <Changes data={data} onOpen={openCall} />
        <Flips data={data} onOpen={openCall} />
      </div>
    </Dialog>
  );
}

const EFFECTS: Record<Change["effect"], { shape: Shape; tone: Tone; label: string }> = {
  stricter: { shape: "triangle", tone: "warn", label: "stricter" },
  looser: { shape: "diamond", tone: "accent", label: "looser" },
  both: { shape: "cross", tone: "fail", label: "stricter and looser" },
  unknown: { shape: "dashed-ring", tone: "mute", label: "unknown" },
};

interface ListProps {
  onOpen: (flip: Flip) => void;
}

function Changes({ data: { changes, flips, flipped }, onOpen }: ListProps & { data: Answer }) {
  if (changes.length === 0) return <p className="pb-3 text-ink-2">No rule differs.</p>;
  return (
    <table className="mb-4 w-full text-left text-xs">
      <caption className="pb-1 text-left font-[580] text-2xs text-ink-3">Rule by rule</caption>
      <tbody>
        {changes.map((change) => (
          <tr
            key={`${change.schemaPath} ${change.text}`}
            className="border-line border-t align-top"
            data-testid="change"
          >
            <td className="w-32 py-1.5 pr-3 whitespace-nowrap">
              <span className="inline-flex items-center gap-1.5">
                <StatusMark shape={EFFECTS[change.effect].shape} tone={EFFECTS[change.effect].tone} />
                {EFFECTS[change.effect].label}
              </span>
            </td>
            <td className="code py-1.5 pr-3 [overflow-wrap:anywhere]">{changeWords(change)}</td>
            <td className="w-56 py-1.5">
              <Proof flips={flipsOf(change, flips)} cut={flipped > flips.length} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Calls named beside a rule. */
const SHOWN = 3;

/** `cut`: not all flips are listed, so there may be more of this rule's. */
function Proof({ flips, cut, onOpen }: ListProps & { flips: Flip[]; cut: boolean }) {
  if (flips.length === 0)
    return (
      <span className="text-ink-3">{cut ? "none of the calls listed" : "no recorded call differs"}</span>
    );
  const more = flips.length - SHOWN;
  return (
    <span className="flex flex-wrap gap-x-2">
      {flips.slice(0, SHOWN).map((flip) => (
        <button
          key={`${flip.session} ${flip.call}`}
          type="button"
          className="code-2xs underline decoration-line-strong hover:text-ink"
          onClick={() => onOpen(flip)}
        >
          {flip.call}
        </button>
      ))}
      {more > 0 && (
        <span className="text-ink-3">
          and {cut && "at least "}
          {more} more
        </span>
      )}
    </span>
  );
}

function Flips({ data: { flips, flipped }, onOpen }: ListProps & { data: Answer }) {
  if (flips.length === 0) return null;
  return (
    <>
      <h3 className="pb-1 font-[580] text-2xs text-ink-3">{count(flipped, "call")} with another verdict</h3>
      <ul className="text-xs">
        {flips.map((flip) => (
          <li key={`${flip.session} ${flip.call} ${flip.at}`} className="border-line border-t">
            <button
              type="button"
              data-testid="flip"
              className="grid w-full gap-1 py-1.5 text-left hover:bg-sunk"
              onClick={() => onOpen(flip)}
            >
              <span className="flex flex-wrap items-center gap-2">
                <VerdictBadge status={flip.was} /> → <VerdictBadge status={flip.now} />
                <span className="code-2xs text-ink-3">
                  {flip.call} · {clock(flip.at)}
                </span>
              </span>
              <span className="code truncate">{excerpt(flip.text, 140)}</span>
              {flip.finding && (
                <span className="text-ink-2">
                  {flip.now === "valid" && "was: "}
                  {flip.finding.instancePath || "the value"}: {flip.finding.message}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {flipped > flips.length && <p className="pt-1 text-ink-3">and {flipped - flips.length} more</p>}
    </>
  );
}
