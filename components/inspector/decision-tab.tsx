"use client";
import { useMemo, useState } from "react";
import { Card, CardText, Facts } from "@/components/shared/card";
import { CodeView } from "@/components/shared/code-view";
import { DiffView } from "@/components/shared/diff-view";
import { InjectedLines } from "@/components/shared/injected-lines";
import { useHandle } from "@/lib/client/log/handle";
import type { State } from "@/lib/engine/state/state";
import { type DecisionView, decisionView } from "@/lib/view/inspector/decision-view";
import { clock, exactMs } from "@/lib/view/text/format";
import { triggerLabel } from "@/lib/view/text/labels";
import { openStage } from "@/lib/view/timeline/decisions";
import { injectedInDecision } from "@/lib/view/timeline/injected-faults";
import type { DecisionRecord } from "@/lib/view/timeline/records";
import { CopyButton } from "../ui/copy-button";
import { Select } from "../ui/select";
import { Badge, type Shape, StatusMark, type Tone } from "../ui/status";
import { TEXT } from "./text";

interface DecisionTabProps {
  decisions: DecisionRecord[];
  state: State;
  /** The decision to show first. */
  first: string | null;
  /** Shown if there is no decision. */
  none: string;
}

/** What the worker was asked, what the engine proposed, and the worker's answer. */
export function DecisionTab({ decisions, state, first, none }: DecisionTabProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const decision = decisions.find(({ id }) => id === (chosen ?? first)) ?? decisions[0];
  if (!decision) {
    return (
      <Card title="Decision">
        <CardText>{none}</CardText>
      </Card>
    );
  }
  return (
    <>
      {decisions.length > 1 && (
        <div className="mx-3.5 mt-2.5">
          <Select
            label="Decision"
            value={decision.id}
            onChange={setChosen}
            testId="decision-select"
            className="w-full"
            options={decisions.map((each) => ({ value: each.id, label: triggerLabel(each.trigger) }))}
          />
        </div>
      )}
      <One key={decision.id} decision={decision} state={state} />
    </>
  );
}

type Outcome = NonNullable<DecisionView["outcome"]>;
const OUTCOMES: Record<Outcome, { shape: Shape; tone: Tone; word: string }> = {
  taken: { shape: "ring", tone: "mute", word: "proposal taken" },
  "own answer": { shape: "dot", tone: "accent", word: "own answer" },
  failed: { shape: "cross", tone: "fail", word: "not delivered" },
  dropped: { shape: "dashed-ring", tone: "mute", word: "dropped" },
};
const OPEN: Record<ReturnType<typeof openStage>, { shape: Shape; tone: Tone; word: string }> = {
  held: { shape: "diamond", tone: "accent", word: "held" },
  queued: { shape: "dotted-ring", tone: "mute", word: "queued" },
  again: { shape: "dotted-ring", tone: "warn", word: "redelivery pending" },
  out: { shape: "dotted-ring", tone: "accent", word: "with the worker" },
};

function One({ decision, state }: { decision: DecisionRecord; state: State }) {
  const handle = useHandle(decision, decision.facts.length);
  const view = useMemo(() => decisionView(handle.current, state), [handle, state]);
  const { word, ...sign } = view.outcome ? OUTCOMES[view.outcome] : OPEN[openStage(decision)];
  return (
    <>
      <Card
        title={
          <span className="flex items-center gap-2">
            {view.hasProposal || !view.taken ? "Decision" : "Decision without a proposal"}
            <Badge {...sign} testId="decision-outcome" status={view.outcome ?? "open"}>
              {view.taken && !view.hasProposal ? "nothing returned" : word}
              {view.byPerson && " by a person"}
            </Badge>
          </span>
        }
        aside={view.took === null ? view.label : `${view.label}, ${exactMs(view.took)}`}
        testId="decision"
      >
        <InjectedLines injected={injectedInDecision(decision)} struck={decision.owner ?? decision} />
        <Answer view={view} />
      </Card>
      <Extras view={view} />
      <Card title="Trigger" aside={view.id} copy={() => pretty(view.trigger)} testId="trigger">
        <CodeView text={pretty(view.trigger)} language="json" label="Trigger" rows={10} />
      </Card>
      <Deliveries view={view} />
    </>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";
const isEmpty = (value: object | null): boolean => value === null || Object.keys(value).length === 0;

function Answer({ view }: { view: DecisionView }) {
  const { proposed, returned, taken, diff, dropped } = view;
  if (proposed === null) return <CardText>{TEXT.notDelivered}</CardText>;
  if (taken || returned === null) {
    return (
      <>
        <Side name="proposed" value={proposed} empty={TEXT.proposesNothing} />
        {taken ? (
          <p className="border-line border-t px-[11px] py-[7px]" data-testid="returned">
            <span className="text-ink-3">returned: </span>
            <span className="text-ok">same as proposed</span>
          </p>
        ) : (
          <CardText className="border-line border-t">
            {dropped ? `Dropped: ${dropped}.` : "No answer yet."}
          </CardText>
        )}
      </>
    );
  }
  if (isEmpty(proposed) || isEmpty(returned)) {
    return (
      <>
        <Side name="proposed" value={proposed} empty={TEXT.proposedNothing} />
        <div className="border-line border-t" data-testid="returned">
          <Side name="returned" value={returned} empty={TEXT.returnedNothing} />
        </div>
      </>
    );
  }
  return (
    <div data-testid="returned">
      <DiffView lines={diff} copy={{ left: () => pretty(proposed), right: () => pretty(returned) }} />
    </div>
  );
}

function Side({ name, value, empty }: { name: string; value: object; empty: string }) {
  if (isEmpty(value)) return <CardText>{empty}</CardText>;
  return (
    <>
      <p className="flex items-center justify-between pt-1 pr-1.5 pl-[11px] text-ink-3 text-xs">
        {name}
        <CopyButton text={() => pretty(value)} label={`Copy ${name} answer`} />
      </p>
      <CodeView text={pretty(value)} language="json" label={`Answer as ${name}`} />
    </>
  );
}

/** The parts of the answer that the engine did not apply, and output of the script. */
function Extras({ view }: { view: DecisionView }) {
  return (
    <>
      {view.refusals.length > 0 && (
        <Card title="Refused by the engine" testId="refusals">
          <ul>
            {view.refusals.map((refusal) => (
              <li key={refusal.id} className="flex gap-1.5 px-[11px] py-1.5">
                <span className="flex h-[19px] items-center">
                  <StatusMark shape="triangle" tone="warn" />
                </span>
                <span>
                  <b className="font-[560]">{refusal.what}</b>: {refusal.reason}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {view.ignored.length > 0 && (
        <Card title="Ignored edits">
          <ul className="px-[11px] py-1.5 text-ink-2">
            {view.ignored.map((edit) => (
              <li key={edit}>{edit}</li>
            ))}
          </ul>
        </Card>
      )}
      {view.log.length > 0 && <Console log={view.log} />}
    </>
  );
}

const LEVELS: Record<DecisionView["log"][number]["level"], { shape: Shape; tone: Tone } | null> = {
  log: null,
  info: { shape: "ring", tone: "accent" },
  debug: { shape: "ring", tone: "mute" },
  warn: { shape: "triangle", tone: "warn" },
  error: { shape: "cross", tone: "fail" },
};

function Console({ log }: { log: DecisionView["log"] }) {
  const text = log.map((entry) => entry.text).join("\n");
  return (
    <Card title="Console" aside="output of the script" copy={text} testId="console">
      <ul className="max-h-72 overflow-y-auto py-1">
        {log.map((entry, i) => {
          const sign = LEVELS[entry.level];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order
            <li key={i} className="code flex gap-2 px-[11px]" data-level={entry.level}>
              <span className="flex h-[19px] w-3 shrink-0 items-center">
                {sign && <StatusMark {...sign} label={entry.level} />}
              </span>
              <span className="min-w-0 whitespace-pre-wrap break-words">{entry.text}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Deliveries({ view }: { view: DecisionView }) {
  if (view.deliveries.length === 0) return null;
  return (
    <Card
      title="Deliveries"
      aside={view.pendingCalls > 0 ? `${view.pendingCalls} calls pending` : undefined}
      testId="deliveries"
    >
      {view.deliveries.map((delivery) => (
        <div key={delivery.number} className="border-line border-t first:border-t-0">
          <Facts
            items={[
              { name: `Delivery ${delivery.number}`, value: clock(delivery.at) },
              {
                name: "Duration",
                value: delivery.took === null ? "not answered yet" : exactMs(delivery.took),
              },
              ...(delivery.error === null
                ? []
                : [{ name: "Failed", value: <span className="text-fail">{delivery.error}</span> }]),
              ...(delivery.status === null ? [] : [{ name: "HTTP status", value: delivery.status }]),
              ...(delivery.dueAt === null ? [] : [{ name: "Redelivered", value: clock(delivery.dueAt) }]),
            ]}
          />
        </div>
      ))}
    </Card>
  );
}
