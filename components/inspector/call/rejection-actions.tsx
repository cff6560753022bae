"use client";
import { useState } from "react";
import { ForkDialog } from "@/components/forks/fork-dialog";
import { Button } from "@/components/ui/button";
import type { SessionLog } from "@/lib/client/log/session-log";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { openRunner, useToolKey } from "@/lib/client/workspace/open-tool";
import { type Answered, type FixPlace, fixPlace } from "@/lib/view/inspector/answered-by";
import type { Target } from "@/lib/view/inspector/target";
import { TEXT } from "./text";

interface RejectionActionsProps {
  session: string;
  target: Target;
  view: SessionLog;
  answered: Answered;
}

/** Actions for a result that breaks the output schema: change what returned it, or fork with another result. */
export function RejectionActions({ session, target, view, answered }: RejectionActionsProps) {
  const [forking, setForking] = useState(false);
  const place: FixPlace = useDraftPart(({ workspace }) => fixPlace(answered, workspace));
  const key = useToolKey(answered.name);
  const rule = "opens" in place && place.opens === "rules" ? place.rule : null;
  return (
    <>
      <Button
        small
        testId="fix-runner"
        why={"why" in place && place.why}
        onClick={() => key !== undefined && openRunner(key, rule)}
      >
        {runnerLabel(place, rule)}
      </Button>
      <Button small testId="fork-result" onClick={() => setForking(true)}>
        Fork with another result
      </Button>
      {"opens" in place && place.opens === "rules" && rule === null && (
        <span className="text-ink-2 text-xs">{TEXT.noRuleReturns}</span>
      )}
      {forking && (
        <ForkDialog session={session} target={target} view={view} onClose={() => setForking(false)} />
      )}
    </>
  );
}

function runnerLabel(place: FixPlace, rule: number | null): string {
  if ("why" in place) return "Fix the source";
  if (place.opens === "script") return "Open the tool's script";
  return rule === null ? "Open the rules" : `Open rule ${rule + 1}`;
}
