"use client";
import { useState } from "react";
import { Card, CardText } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { explain } from "@/lib/client/api/api";
import { useRelease } from "@/lib/client/run/hold";
import type { State } from "@/lib/engine/state/state";
import { type HeldView, heldView } from "@/lib/view/inspector/held-view";
import type { DecisionRecord } from "@/lib/view/timeline/records";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Callout } from "../ui/feedback";
import { Kbd } from "../ui/kbd";
import { EditAnswer } from "./edit-answer";
import { TEXT } from "./text";

interface HoldCardProps {
  session: string;
  decision: DecisionRecord;
  state: State;
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** A held decision: why it is held, what happens next, and what a person can do. */
export function HoldCard({ session, decision, state }: HoldCardProps) {
  const release = useRelease(session);
  const [editing, setEditing] = useState(false);
  const view = heldView(decision, state);
  const sending = view !== null && release.sending(view.hold);
  const busy = state.interrupt ? TEXT.resumeFirst : sending && "Sending…";
  const when = view !== null && !busy;
  const why = busy || "No decision is held";
  useShortcut("hold-edit", { keys: "e", label: "Edit and return", group: "Held decision", when, why }, () =>
    setEditing(true),
  );
  if (!view) return null;
  const { id, hold, stage } = view;
  return (
    <Card title={`Held: ${view.label}`} aside={view.why} testId="hold">
      <CardText>
        {stage === "before"
          ? TEXT.heldBefore
          : `${view.edited ? "The fork has its own answer" : "The worker has answered"}, which is not applied yet. Timeouts are paused.`}
      </CardText>
      <Next view={view} />
      {release.error && (
        <Callout
          tone="fail"
          shape="cross"
          alert
          className="mx-[11px] mb-2 rounded-md"
          testId="release-refused"
        >
          {explain(release.error)}
        </Callout>
      )}
      <div className="flex flex-wrap gap-1.5 border-line border-t px-[11px] py-2">
        <Button
          small
          look="primary"
          testId="hold-continue"
          why={busy}
          onClick={() => release.mutate({ id, hold, how: { kind: "continue" } })}
        >
          Continue <Kbd keys="f8" />
        </Button>
        <Button
          small
          testId="hold-step"
          why={busy}
          hint={TEXT.stepHint}
          onClick={() => release.mutate({ id, hold, how: { kind: "continue" }, step: true })}
        >
          Step <Kbd keys="f10" />
        </Button>
        <Button
          small
          testId="hold-proposal"
          why={busy}
          hint={TEXT.proposalHint}
          onClick={() => release.mutate({ id, hold, how: { kind: "proposal" } })}
        >
          Return proposal <Kbd keys="shift+f8" />
        </Button>
        <Button small testId="hold-edit" why={busy} onClick={() => setEditing(true)}>
          Edit and return… <Kbd keys="e" />
        </Button>
      </div>
      {editing && (
        <EditAnswer
          view={view}
          onClose={() => setEditing(false)}
          error={release.error ? explain(release.error) : null}
          onReturn={(response) =>
            release.mutate(
              { id, hold, how: { kind: "edited", response } },
              { onSuccess: () => setEditing(false) },
            )
          }
        />
      )}
    </Card>
  );
}

function Next({ view: { answer, proposed, stage, edited } }: { view: HeldView }) {
  const shown = answer ?? proposed;
  const answered = edited ? "Answer of this fork" : "Answer of the worker";
  const name = stage === "after" ? answered : "Proposal of the engine";
  if (Object.keys(shown).length === 0) return <CardText className="pt-0">{name}: nothing.</CardText>;
  return (
    <>
      <p className="px-[11px] text-ink-3 text-xs">{name}</p>
      <CodeView text={pretty(shown)} language="json" label={name} rows={12} />
    </>
  );
}
