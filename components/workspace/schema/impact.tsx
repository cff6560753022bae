"use client";
import { useState } from "react";
import { clock } from "@/components/shared/run-names";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/feedback";
import { type Shape, StatusMark, type Tone } from "@/components/ui/status";
import { explain } from "@/lib/client/api/api";
import { useImpact } from "@/lib/client/queries/impact";
import { useRecordedRuns } from "@/lib/client/run/recorded-runs";
import { setBaseline, useScreen } from "@/lib/client/screen/screen";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { impactWords, progressWords } from "@/lib/client/workspace/impact";
import { schemaText } from "@/lib/protocol/schema-text";
import { type Side, sideKey } from "@/lib/protocol/side";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { Impact as Answer } from "@/lib/wire/impact";
import { ImpactDialog, type ImpactDialogProps } from "./impact-dialog";
import { TEXT } from "./text";

interface ImpactProps {
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
}

/** What the schema in the editor would change for the recorded calls: one line, and the details on demand. */
export function Impact(props: ImpactProps) {
  const { key, body, runs, baseline } = useAsked(props);
  const { data, error, isPlaceholderData, progress } = useImpact(key, body, runs);
  if (!body) return null;
  if (error)
    return (
      <p role="alert" className="border-line border-t px-3.5 py-1.5 text-fail text-xs" data-testid="impact">
        The recorded calls were not checked. {explain(error)}
      </p>
    );
  if (!progress && (!data || data.all === 0)) return null;
  return (
    <div
      className="shrink-0 border-line border-t py-1 pr-2 pl-3.5 text-xs"
      data-testid="impact"
      data-stale={isPlaceholderData}
    >
      <div className="flex min-h-6 items-center gap-2">
        {progress || !data ? <Spinner /> : <StatusMark {...signOf(data)} />}
        <span className="min-w-0 flex-1 text-ink-2 tabular-nums">
          {progress ? progressWords(progress) : data && impactWords(data, props.side)}
        </span>
        {data && (
          <Details counts={data} body={body} runs={runs} baselineKey={key} setAt={baseline?.at ?? null} />
        )}
      </div>
      {baseline && <ComparedWith baselineKey={key} at={baseline.at} />}
    </div>
  );
}

/** Opens the dialog with the changed rules and the calls. */
function Details(props: Omit<ImpactDialogProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" small testId="impact-open" onClick={() => setOpen(true)}>
        Impact…
      </Button>
      {open && <ImpactDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The question for a schema; null while there are no recorded runs. `runs` changes when it must be asked again. */
function useAsked({ tool, toolKey, side }: ImpactProps) {
  const key = sideKey(toolKey, side);
  const recorded = useRecordedRuns();
  const baseline = useScreen((screen) => screen.baselines[key]);
  const formats = useDraftPart((draft) => draft.workspace.formats);
  const body = recorded && {
    ...(recorded.workspace && { workspace_id: recorded.workspace }),
    ...(recorded.session && { session: recorded.session }),
    tool: tool.name,
    direction: side,
    schema: schemaText(tool, side),
    ...(baseline && { baseline: baseline.schema }),
    ...(formats && { formats }),
  };
  return { key, body, runs: recorded?.version ?? "", baseline };
}

/** The schema that a person chose to compare with, and the way back. */
function ComparedWith({ baselineKey, at }: { baselineKey: string; at: number }) {
  return (
    <div className="flex min-h-6 items-center gap-2 pl-[18px]" data-testid="impact-compared">
      <span className="min-w-0 flex-1 text-ink-3">Compared with the schema of {clock(at)}</span>
      <Button
        look="quiet"
        small
        testId="impact-back"
        hint={TEXT.newestRunHint}
        onClick={() => setBaseline(baselineKey, null)}
      >
        Back to newest run
      </Button>
    </div>
  );
}

function signOf({ turns, flipped, stopped }: Answer): { shape: Shape; tone: Tone } {
  if (stopped !== undefined) return { shape: "triangle", tone: "warn" };
  if (flipped === 0) return { shape: "dot", tone: "ok" };
  return turns.valid === flipped ? { shape: "diamond", tone: "accent" } : { shape: "triangle", tone: "warn" };
}
