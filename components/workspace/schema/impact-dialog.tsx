"use client";
import { clock } from "@/components/shared/run-names";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Callout, Spinner } from "@/components/ui/feedback";
import { type Shape, StatusMark, type Tone } from "@/components/ui/status";
import { explain } from "@/lib/client/api/api";
import { useImpactDetails } from "@/lib/client/queries/impact";
import { setBaseline } from "@/lib/client/screen/screen";
import { openSession, select } from "@/lib/client/screen/url-state";
import {
  callsOf,
  changeWords,
  flipsOf,
  impactMarkdown,
  impactWords,
  timesWords,
} from "@/lib/client/workspace/impact";
import { grouped } from "@/lib/view/text/format";
import { callRow } from "@/lib/view/timeline/records";
import type { Impact as Answer, Change, Flip, ImpactBody, ImpactDetails } from "@/lib/wire/impact";
import { type CallPlace, ImpactFlips } from "./impact-flips";
import { TEXT } from "./text";

export interface ImpactDialogProps {
  /** The summary, which is known before the details. */
  counts: Answer;
  body: ImpactBody;
  runs: string;
  baselineKey: string;
  /** When a person chose the schema to compare with; null: it is the newest run's. */
  setAt: number | null;
  onClose: () => void;
}

/** The effect of a schema change, rule by rule, with the calls whose verdicts change as proof. */
export function ImpactDialog({ counts, body, runs, baselineKey, setAt, onClose }: ImpactDialogProps) {
  const { data, error } = useImpactDetails(body, runs);
  const { tool, direction: side, schema } = body;
  const impact = data ?? counts;
  const details = data?.details;
  const openCall = ({ session, call }: CallPlace) => {
    onClose();
    openSession(session);
    select({ row: callRow(call), tab: side === "input" ? "call" : "result" });
  };
  return (
    <Dialog
      open
      size="tall"
      testId="impact-dialog"
      onClose={onClose}
      title={`Impact: ${tool}, ${side} schema`}
      description={TEXT.impactDescription}
      footer={
        <>
          {details && (
            <CopyButton text={() => impactMarkdown(impact, details, { tool, side })} label="Copy as text" />
          )}
          {setAt !== null && (
            <Button onClick={() => setBaseline(baselineKey, null)}>Compare with newest run</Button>
          )}
          <Button
            testId="impact-baseline"
            why={details?.baseline === schema && TEXT.isBaseline}
            onClick={() => setBaseline(baselineKey, schema)}
          >
            Use as baseline
          </Button>
        </>
      }
    >
      <p className="pb-3" data-testid="impact-words">
        {impactWords(impact, side)}. Compared with{" "}
        {setAt === null
          ? "the schema of the newest run, and each call's verdict as recorded."
          : `the schema of ${clock(setAt)}.`}
      </p>
      {impact.stopped !== undefined && (
        <Callout tone="warn" shape="triangle">
          The check was stopped: {impact.stopped}.
        </Callout>
      )}
      {error && (
        <Callout tone="fail" shape="cross" alert>
          The details could not be loaded. {explain(error)}
        </Callout>
      )}
      {details ? (
        <>
          <Changes details={details} flipped={impact.flipped} onOpen={openCall} />
          <ImpactFlips flips={details.flips} flipped={impact.flipped} onOpen={openCall} />
        </>
      ) : (
        !error && <Spinner label="Loading the calls" />
      )}
    </Dialog>
  );
}

const EFFECTS: Record<Change["effect"], { shape: Shape; tone: Tone; label: string }> = {
  stricter: { shape: "triangle", tone: "warn", label: "stricter" },
  looser: { shape: "diamond", tone: "accent", label: "looser" },
  both: { shape: "cross", tone: "fail", label: "stricter and looser" },
  unknown: { shape: "dashed-ring", tone: "mute", label: "unknown" },
};

interface ChangesProps {
  details: ImpactDetails;
  flipped: number;
  onOpen: (call: CallPlace) => void;
}

function Changes({ details: { changes, flips }, flipped, onOpen }: ChangesProps) {
  if (changes.length === 0) return <p className="pb-3 text-ink-2">No rule differs.</p>;
  return (
    <>
      <h3 className="pb-1 font-[580] text-2xs text-ink-3">Rule by rule</h3>
      <ul className="mb-4 text-xs">
        {changes.map((change) => (
          <li
            key={`${change.schemaPath} ${change.text}`}
            className="grid gap-x-3 gap-y-1 border-line border-t py-1.5 sm:grid-cols-[9rem_1fr_14rem]"
            data-testid="change"
          >
            <span className="inline-flex items-center gap-1.5 self-start whitespace-nowrap">
              <StatusMark shape={EFFECTS[change.effect].shape} tone={EFFECTS[change.effect].tone} />
              {EFFECTS[change.effect].label}
            </span>
            <span className="code min-w-0 [overflow-wrap:anywhere]">{changeWords(change)}</span>
            <Proof flips={flipsOf(change, flips)} cut={flipped > callsOf(flips)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The most calls that are named for a rule. */
const SHOWN = 3;

interface ProofProps {
  flips: Flip[];
  /** Not all flips are listed, so this rule may have more. */
  cut: boolean;
  onOpen: (call: CallPlace) => void;
}

function Proof({ flips, cut, onOpen }: ProofProps) {
  if (flips.length === 0)
    return (
      <span className="text-ink-3">{cut ? "none of the calls listed" : "no recorded call differs"}</span>
    );
  const more = callsOf(flips.slice(SHOWN));
  return (
    <span className="flex flex-wrap gap-x-2">
      {flips.slice(0, SHOWN).map((flip) => (
        <span key={`${flip.session} ${flip.call} ${flip.at}`}>
          <button
            type="button"
            className="code-2xs underline decoration-line-strong hover:text-ink"
            onClick={() => onOpen(flip)}
          >
            {flip.call}
          </button>
          <span className="text-ink-3">{timesWords(flip)}</span>
        </span>
      ))}
      {more > 0 && (
        <span className="text-ink-3">
          and {cut && "at least "}
          {grouped(more)} more
        </span>
      )}
    </span>
  );
}
