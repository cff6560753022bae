"use client";
import { useState } from "react";
import { clock } from "@/components/shared/run-names";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/feedback";
import { type Shape, StatusMark, type Tone } from "@/components/ui/status";
import { explain } from "@/lib/client/api/api";
import { useImpact, useSessions } from "@/lib/client/queries/queries";
import { setBaseline, useScreen } from "@/lib/client/screen/screen";
import { useSelection } from "@/lib/client/screen/url-state";
import type { Draft } from "@/lib/client/workspace/draft";
import { impactWords, progressWords } from "@/lib/client/workspace/impact";
import { type Side, schemaText } from "@/lib/protocol/schema-text";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import type { Impact as Answer } from "@/lib/wire/impact";
import { ImpactDialog } from "./impact-dialog";

interface ImpactProps {
  draft: Draft;
  tool: WorkspaceTool;
  toolKey: string;
  side: Side;
}

/** What the schema as it stands would say of every recorded call: one line, and all of it on demand. */
export function Impact(props: ImpactProps) {
  const [open, setOpen] = useState(false);
  const { key, body, runs, baseline } = useAsked(props);
  const { data, error, isPlaceholderData, progress } = useImpact(key, body, runs);
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
          <Button look="quiet" small testId="impact-open" onClick={() => setOpen(true)}>
            Impact…
          </Button>
        )}
      </div>
      {baseline && <ComparedWith baselineKey={key} at={baseline.at} />}
      {open && data && (
        <ImpactDialog
          counts={data}
          body={body}
          runs={runs}
          baselineKey={key}
          setAt={baseline?.at ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** What to ask for a schema, and when to ask anew. */
function useAsked({ draft, tool, toolKey, side }: ImpactProps) {
  const { session } = useSelection();
  const sessions = useSessions(draft.id);
  const key = `${toolKey}/${side}`;
  const baseline = useScreen((screen) => screen.baselines[key]);
  const body = {
    ...(draft.id && { workspace_id: draft.id }),
    ...(session && { session }),
    tool: tool.name,
    direction: side,
    schema: schemaText(tool, side),
    ...(baseline && { baseline: baseline.schema }),
    ...(draft.workspace.formats && { formats: draft.workspace.formats }),
  };
  return { key, body, runs: newestRun(sessions.data?.items), baseline };
}

/** Which schema of a person's choice it is compared with, and the way back. */
function ComparedWith({ baselineKey, at }: { baselineKey: string; at: number }) {
  return (
    <div className="flex min-h-6 items-center gap-2 pl-[18px]" data-testid="impact-compared">
      <span className="min-w-0 flex-1 text-ink-3">Compared with the schema of {clock(at)}</span>
      <Button
        look="quiet"
        small
        testId="impact-back"
        hint="Compare with the schema of the newest run, and with each call's verdict as recorded"
        onClick={() => setBaseline(baselineKey, null)}
      >
        Back to the newest run
      </Button>
    </div>
  );
}

/** Changes with each run and each step of the newest one. */
const newestRun = (items: { id: string; seq: number }[] = []): string => `${items[0]?.id} ${items[0]?.seq}`;

function signOf({ turns, flipped, stopped }: Answer): { shape: Shape; tone: Tone } {
  if (stopped !== undefined) return { shape: "triangle", tone: "warn" };
  if (flipped === 0) return { shape: "dot", tone: "ok" };
  return turns.valid === flipped ? { shape: "diamond", tone: "accent" } : { shape: "triangle", tone: "warn" };
}
