"use client";
import { GitFork } from "lucide-react";
import { useMemo, useState } from "react";
import { AnswerForm } from "@/components/answering/answer-form";
import { ResumeForm } from "@/components/answering/resume-form";
import { ForkDialog } from "@/components/forks/fork-dialog";
import { AttemptsTab } from "@/components/inspector/call/attempts-tab";
import { CallLoop, CallStory } from "@/components/inspector/call/call-story";
import { CallTab } from "@/components/inspector/call/call-tab";
import { RejectionActions } from "@/components/inspector/call/rejection-actions";
import { ResultTab } from "@/components/inspector/call/result-tab";
import { Card } from "@/components/shared/card";
import { VERDICT_SIGNS } from "@/components/shared/status";
import { useHandle } from "@/lib/client/log/handle";
import { type SessionLog, useSessionLog } from "@/lib/client/log/session-log";
import { select } from "@/lib/client/screen/url-state";
import { useSelection } from "@/lib/client/screen/use-selection";
import { answeredBy } from "@/lib/view/inspector/answered-by";
import { callView } from "@/lib/view/inspector/call-view";
import { resultView } from "@/lib/view/inspector/result-view";
import { headOf, type TabId, type Target, targetOf } from "@/lib/view/inspector/target";
import { waitsFor } from "@/lib/view/timeline/attempts";
import { openHold } from "@/lib/view/timeline/decisions";
import type { CallRecord } from "@/lib/view/timeline/records";
import { useShortcut } from "../keys/shortcuts";
import { IconButton } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { EmptyState } from "../ui/feedback";
import { Badge, StatusMark } from "../ui/status";
import { TabPanel, Tabs } from "../ui/tabs";
import { NoticeTab, TurnTab } from "./about-tab";
import { DecisionTab } from "./decision-tab";
import { HoldCard } from "./hold-card";
import { ModelTab } from "./model-tab";
import { RawTab } from "./raw-tab";
import { StepBar } from "./step-bar";
import { TEXT } from "./text";
import { WaitLine } from "./wait-line";

/** Everything about the selected row. */
export function Inspector({ sessionId }: { sessionId: string | null }) {
  const view = useSessionLog(sessionId);
  const { row } = useSelection();
  const target = row ? targetOf(view.log.timeline, row) : null;
  return (
    <div
      id="inspector"
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col bg-panel outline-none"
      data-testid="inspector"
      data-row={target ? row : undefined}
    >
      {target && sessionId ? (
        <Selected key={`${sessionId}/${target.record.id}`} session={sessionId} target={target} view={view} />
      ) : (
        <Nothing row={row} view={view} />
      )}
    </div>
  );
}

const TAB_KEYS = { keys: ["1", "2", "3", "4", "5", "6"], label: "Inspector tab", group: "Inspector" };

function Nothing({ row, view }: { row: string | null; view: SessionLog }) {
  // Also in the narrow layout.
  useShortcut("inspector-tabs", { ...TAB_KEYS, when: false, why: "No row is selected" }, () => {});
  if (row && view.log.facts.length > 0) {
    return (
      <EmptyState title="Row not found">The session has no row {row}. Select one in the timeline.</EmptyState>
    );
  }
  return <EmptyState title="Nothing selected">{TEXT.nothingSelected}</EmptyState>;
}

const NAMES: Record<TabId, string> = {
  call: "Call",
  decision: "Decision",
  attempts: "Attempts",
  result: "Result",
  model: "Model",
  about: "About",
  raw: "Raw",
};

interface SelectedProps {
  session: string;
  target: Target;
  view: SessionLog;
}

function Selected({ session, target, view }: SelectedProps) {
  const { tab } = useSelection();
  const { record, tabs, call } = target;
  const shown = tabs.find((id) => id === tab) ?? tabs[0] ?? "raw";
  useShortcut(
    "inspector-tabs",
    { ...TAB_KEYS, each: tabs.map((id) => `Show tab: ${NAMES[id]}`) },
    (event) => {
      const chosen = tabs[Number(event.key) - 1];
      if (chosen) select({ tab: chosen });
    },
  );
  return (
    <>
      <Head session={session} target={target} view={view} />
      <WaitLine record={record} view={view} />
      {call && <CallStepBar call={call} view={view} tabs={tabs} />}
      <Tabs
        label="Row details"
        value={shown}
        onChange={(id) => select({ tab: id })}
        tabs={tabs.map((id) => ({ id, label: NAMES[id] }))}
        className="flex-1"
      >
        {tabs.map((id) => (
          <TabPanel key={id} id={id} className="relative overflow-y-auto">
            {id === shown && (
              <>
                <Open session={session} target={target} view={view} />
                <Panel id={id} session={session} target={target} view={view} />
              </>
            )}
          </TabPanel>
        ))}
      </Tabs>
      <span className="sr-only" role="status">
        {record.kind} selected
      </span>
    </>
  );
}

function Head({ session, target, view }: SelectedProps) {
  const { record } = target;
  const [forking, setForking] = useState(false);
  const forks = record.kind === "call" || record.kind === "model" || record.kind === "decision";
  useShortcut(
    "fork",
    {
      keys: "f",
      label: "Fork from row",
      group: "Inspector",
      when: forks,
      why: TEXT.cannotFork,
    },
    () => setForking(true),
  );
  const cells = headOf(view.log.timeline, record);
  const { verdict, sign, label, status } = cells;
  const id = idOf(target);
  return (
    <header className="flex min-h-9 items-center gap-2 px-3.5 pt-1.5">
      {sign && <StatusMark {...sign} />}
      <h2 className="min-w-0 truncate font-[600] text-base" title={label}>
        {label}
      </h2>
      {verdict && (
        <Badge
          {...(verdict.sign ?? VERDICT_SIGNS[verdict.status])}
          status={verdict.status}
          testId="verdict"
          title={verdict.title}
        >
          {verdict.word}
        </Badge>
      )}
      <span className="text-ink-2 text-xs" data-testid="row-status" data-status={status}>
        {status === "info" ? "" : status}
      </span>
      <span className="ml-auto flex min-w-12 shrink-[4] items-center gap-1">
        <span className="code-2xs truncate text-ink-3" title={id}>
          {id}
        </span>
        <CopyButton text={id} label="Copy id" />
        {forks && (
          <IconButton label="Fork from here" testId="fork-open" onClick={() => setForking(true)}>
            <GitFork size={14} />
          </IconButton>
        )}
      </span>
      {forking && (
        <ForkDialog session={session} target={target} view={view} onClose={() => setForking(false)} />
      )}
    </header>
  );
}

function idOf({ record }: Target): string {
  if (record.kind === "call" || record.kind === "model") return record.callId;
  if (record.kind === "decision") return record.decisionId;
  return record.kind === "turn" ? record.turnId : `fact ${record.fact.seq}`;
}

function useCallView(call: CallRecord, { log }: SessionLog) {
  const handle = useHandle(call, call.facts.length);
  return useMemo(() => callView(handle.current, log.state, log.timeline), [handle, log]);
}

function CallStepBar({ call, view, tabs }: { call: CallRecord; view: SessionLog; tabs: TabId[] }) {
  const { steps } = useCallView(call, view);
  return <StepBar steps={steps} onTab={(tab) => tabs.some((id) => id === tab) && select({ tab })} />;
}

/** A call or an interrupt that waits for a person: its form comes before everything else. */
function Open({ session, target, view }: SelectedProps) {
  const { call, record, decisions } = target;
  const { state, timeline } = view.log;
  const held = decisions.findLast((decision) => openHold(decision));
  if (held) return <HoldCard key={held.id} session={session} decision={held} state={state} />;
  if (call && waitsFor(call, timeline)) {
    return (
      <Card
        title="Answer this call"
        aside={call.requested.handler === "client" ? "as the client" : undefined}
      >
        <div className="p-[11px]">
          <AnswerForm session={session} call={call} state={state} />
        </div>
      </Card>
    );
  }
  const interrupt =
    record.kind === "notice" && record.fact.type === "session.interrupted" ? record.fact : null;
  if (!interrupt || state.interrupt?.id !== interrupt.interrupt_id) return null;
  return (
    <Card title="Resume the session">
      <div className="p-[11px]">
        <ResumeForm session={session} interruptId={interrupt.interrupt_id} />
      </div>
    </Card>
  );
}

function Panel({ id, session, target, view }: SelectedProps & { id: TabId }) {
  const { record, call, model, decisions, decision } = target;
  const { state } = view.log;
  switch (id) {
    case "call":
      return call && <CallPanel session={session} target={target} call={call} view={view} />;
    case "decision":
      return <DecisionTab decisions={decisions} state={state} first={decision} none={noDecision(call)} />;
    case "attempts":
      return (
        (record.kind === "call" || record.kind === "model") && <AttemptsTab record={record} view={view} />
      );
    case "result":
      return call && <ResultPanel session={session} target={target} call={call} view={view} />;
    case "model":
      return <ModelTab model={model} view={view} />;
    case "about":
      return record.kind === "turn" ? (
        <TurnTab turn={record} />
      ) : (
        record.kind === "notice" && <NoticeTab notice={record} session={session} />
      );
    case "raw":
      return <RawTab facts={record.facts} />;
  }
}

const noDecision = (call: CallRecord | null): string =>
  call?.requested.handler === "client" ? TEXT.noDecisionForClient : "No decision yet.";

type CallProps = SelectedProps & { call: CallRecord };

function CallPanel({ call, target, view }: CallProps) {
  const shown = useCallView(call, view);
  return (
    <CallTab view={shown}>
      <CallStory call={call} view={view} shown={shown} tabs={target.tabs} />
    </CallTab>
  );
}

function ResultPanel({ call, ...selected }: CallProps) {
  const { log } = selected.view;
  const handle = useHandle(call, call.facts.length);
  const view = useMemo(() => resultView(handle.current, log.state), [handle, log]);
  const answered = call.rejected ? answeredBy(call, log.state) : null;
  return (
    <>
      <CallLoop call={call} view={selected.view} side="result" />
      <ResultTab view={view} actions={answered && <RejectionActions {...selected} answered={answered} />} />
    </>
  );
}
