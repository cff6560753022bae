"use client";
import { useEffect, useState } from "react";
import { AnswerForm } from "@/components/answering/answer-form";
import { ResumeForm } from "@/components/answering/resume-form";
import type { SessionLog } from "@/lib/client/log/session-log";
import { useCommand } from "@/lib/client/queries/sessions";
import { useRelease } from "@/lib/client/run/hold";
import { select } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import type { State } from "@/lib/engine/state/state";
import type { SessionStatus } from "@/lib/engine/state/status";
import { heldDecisions } from "@/lib/view/inspector/held-view";
import { openHold } from "@/lib/view/timeline/decisions";
import { type CallRecord, callRow, type DecisionRecord, decisionRow } from "@/lib/view/timeline/records";
import { type WaitLine, waitLines } from "@/lib/view/timeline/waits";
import type { Command } from "@/lib/wire/commands";
import { useOnScreen } from "../keys/column";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { StatusMark } from "../ui/status";

interface FooterProps {
  id: string;
  view: SessionLog;
  status: SessionStatus;
  now: number;
}

/** Further lines are only counted. */
const SHOWN = 3;

/** What the session is waiting for, with the actions that end the wait. */
export function Footer({ id, view, status, now }: FooterProps) {
  const [open, setOpen] = useState<WaitLine | null>(null);
  const { state, timeline } = view.log;
  const lines = waitLines(state, timeline, now);
  const call = open?.action === "answer" && open.id ? timeline.records.get(callRow(open.id)) : undefined;
  const close = () => setOpen(null);
  const command = useCommand(id);
  const held = heldDecisions(timeline, state);
  useHoldKeys(id, held, state.interrupt !== null);
  const backoff = lines.find(({ action }) => action === "skip");
  const when = backoff !== undefined && !command.isPending;
  useShortcut(
    "skip-wait",
    {
      keys: "w",
      label: "Skip wait",
      group: "Timeline",
      when,
      why: "No call is waiting for its next attempt",
    },
    () => {
      if (backoff) act(backoff);
    },
  );
  const act = (line: WaitLine) => {
    if (line.action === "release" && line.id) select({ row: decisionRow(line.id) });
    else if (line.action === "skip" && line.id) command.mutate(skipOf(state, line.id));
    else setOpen(line);
  };
  return (
    <footer className="shrink-0 border-line border-t bg-panel px-3.5 py-2 text-ink-2" data-testid="waits">
      {lines.length === 0 && (
        <p>{status === "cancelled" ? "This session was cancelled and will not continue." : "…"}</p>
      )}
      <ul className="grid gap-1">
        {lines.slice(0, SHOWN).map((line) => (
          <Line
            key={`${line.kind}${line.id}`}
            line={line}
            keys={line === backoff ? "w" : null}
            onAct={() => act(line)}
          />
        ))}
      </ul>
      {lines.length > SHOWN && (
        <p className="mt-1 pl-5 text-ink-3 text-xs">and {lines.length - SHOWN} more</p>
      )}
      <Dialog
        open={call?.kind === "call" && !isGone(lines, open)}
        onClose={close}
        title={`Answer ${call?.kind === "call" ? call.requested.name : ""}`}
        description="The model reads your answer as the tool's result."
        testId="answer-dialog"
      >
        {call?.kind === "call" && (
          <AnswerForm session={id} call={call as CallRecord} state={state} onDone={close} />
        )}
      </Dialog>
      <Dialog
        open={open?.action === "resume" && !isGone(lines, open)}
        onClose={close}
        title="Resume the session"
        description={state.interrupt?.reason}
        testId="resume-dialog"
      >
        {open?.id && <ResumeForm session={id} interruptId={open.id} onDone={close} />}
      </Dialog>
    </footer>
  );
}

/** Someone else may have answered in the meantime. */
const isGone = (lines: WaitLine[], open: WaitLine | null): boolean =>
  !lines.some((line) => line.id === open?.id && line.action === open?.action);

const WORDS: Record<NonNullable<WaitLine["action"]>, string> = {
  answer: "Answer",
  resume: "Resume",
  release: "Show",
  skip: "Skip wait",
};

const skipOf = (state: State, id: string): Command => ({
  type: "skip",
  kind: state.tools.has(id) ? "tool_call" : state.llm.has(id) ? "llm_call" : "decision",
  id,
});

/** Keys for the decision on screen, or else for the one held longest, which is shown if nothing else is. */
function useHoldKeys(session: string, held: DecisionRecord[], interrupted: boolean): void {
  const { row } = useSelection();
  const release = useRelease(session);
  const shown = held.find((decision) => decision.id === row || decision.owner?.id === row) ?? held[0];
  const hold = shown && openHold(shown)?.held.seq;
  const when = hold !== undefined && !interrupted && !release.sending(hold);
  const go = (how: "continue" | "proposal", step = false) => {
    if (shown && hold !== undefined) release.mutate({ id: shown.decisionId, hold, how: { kind: how }, step });
  };
  const why = interrupted ? "The session is interrupted: resume it first" : "No decision is held";
  const at = { group: "Held decision", when, why };
  useShortcut("hold-continue", { keys: "f8", label: "Continue", ...at }, () => go("continue"));
  useShortcut("hold-step", { keys: "f10", label: "Step: hold at the next decision", ...at }, () =>
    go("continue", true),
  );
  useShortcut("hold-proposal", { keys: "shift+f8", label: "Return proposal", ...at }, () => go("proposal"));
  useShowHeld(held[0]);
}

/** A new hold is shown at once, as in debuggers. Nobody selected it, so Back does not return to it. */
function useShowHeld(first: DecisionRecord | undefined): void {
  const decision = first?.id;
  const target = first?.owner?.id ?? first?.id;
  // With one column, someone who edits a tool is not interrupted.
  const seen = useOnScreen();
  useEffect(() => {
    if (seen && decision !== undefined && target !== undefined) select({ row: target }, true);
  }, [seen, decision, target]);
}

function Line({ line, keys, onAct }: { line: WaitLine; keys: string | null; onAct: () => void }) {
  return (
    <li className="flex items-center gap-2.5" data-testid="wait" data-kind={line.kind}>
      <StatusMark shape="dotted-ring" tone={line.action ? "accent" : "mute"} />
      <span className="min-w-0 flex-1">Waiting for {line.text}</span>
      {line.action && (
        <Button small onClick={onAct} testId={line.action}>
          {WORDS[line.action]}
          {keys && <Kbd keys={keys} />}
        </Button>
      )}
    </li>
  );
}
