"use client";
import { useState } from "react";
import { ForkDialog } from "@/components/forks/fork-dialog";
import { Button } from "@/components/ui/button";
import type { SessionLog } from "@/lib/client/log/session-log";
import { useDraft } from "@/lib/client/workspace/draft";
import { openRunner, toolNamed } from "@/lib/client/workspace/open-tool";
import { type Answered, type Mending, mendingOf } from "@/lib/view/inspector/answered-by";
import type { Target } from "@/lib/view/rows/target";

interface RejectionActionsProps {
  session: string;
  target: Target;
  view: SessionLog;
  answered: Answered;
}

/** What to do about a result that broke the output schema: mend what gave it, or go on with another one. */
export function RejectionActions({ session, target, view, answered }: RejectionActionsProps) {
  const draft = useDraft((store) => store.draft);
  const [forking, setForking] = useState(false);
  const mending: Mending = draft ? mendingOf(answered, draft.workspace) : { why: "No workspace is open" };
  const found = toolNamed(draft, answered.name);
  const rule = "opens" in mending && mending.opens === "rules" ? mending.rule : null;
  return (
    <>
      <Button
        small
        testId="mend-runner"
        why={"why" in mending && mending.why}
        onClick={() => found && openRunner(found.key, rule)}
      >
        {runnerWords(mending, rule)}
      </Button>
      <Button small testId="fork-result" onClick={() => setForking(true)}>
        Fork with another result
      </Button>
      {"opens" in mending && mending.opens === "rules" && rule === null && (
        <span className="text-ink-2 text-xs">None of today's rules gives this result.</span>
      )}
      {forking && (
        <ForkDialog session={session} target={target} view={view} onClose={() => setForking(false)} />
      )}
    </>
  );
}

function runnerWords(mending: Mending, rule: number | null): string {
  if ("why" in mending) return "Mend what answered";
  if (mending.opens === "script") return "Open the tool's script";
  return rule === null ? "Open the rules" : `Open rule ${rule + 1}, which answered`;
}
