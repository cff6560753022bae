"use client";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { NumberField } from "@/components/ui/number-field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import {
  freshWhen,
  kindsAt,
  ruleFault,
  withAttempt,
  withKind,
  withPlace,
} from "@/lib/client/workspace/fault-edits";
import { changesCalls } from "@/lib/engine/state/injected";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { kindText } from "@/lib/view/authoring/fault-text";
import { idleReason } from "@/lib/view/authoring/rule-notes";
import { capital } from "@/lib/view/text/format";
import { CounterexampleNote } from "./counterexample-note";
import { FaultSettings } from "./fault-settings";
import { TEXT } from "./text";

interface FaultFormProps {
  title: string;
  /** The label of the button that saves the rule. */
  action: string;
  first: FaultRule;
  /** The rules before it. */
  before: readonly FaultRule[];
  workspace: Workspace;
  onDone: (rule: FaultRule) => void;
  onCancel: () => void;
}

/** Form for one rule: where, which ones, and the failure. Nothing is saved until the button is pressed. */
export function FaultForm({ title, action, first, before, workspace, onDone, onCancel }: FaultFormProps) {
  const [rule, setRule] = useState(first);
  const idle = idleReason(rule, workspace, before);
  const fault = ruleFault(rule);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) onDone(rule);
  };
  return (
    <form
      aria-label={title}
      data-testid="fault-form"
      onSubmit={submit}
      className="overflow-hidden rounded-lg border border-accent"
    >
      <h3 className="border-line border-b bg-sunk px-2.5 py-1.5 font-[560] text-xs">{title}</h3>
      <div className="flex flex-col gap-3 p-2.5">
        <Line name="Where">
          <Segmented
            label="Where"
            testId="fault-at"
            value={rule.at}
            onChange={(at) => setRule(withPlace(rule, at))}
            options={[
              { value: "tool", label: "Tool" },
              { value: "model", label: "Model" },
              { value: "delivery", label: "Delivery to the worker" },
            ]}
          />
          {rule.at === "tool" && (
            <ToolChoice
              name={rule.name}
              workspace={workspace}
              onChange={({ name }) => {
                const { name: _, ...rest } = rule;
                setRule(name === undefined ? rest : { ...rest, name });
              }}
            />
          )}
        </Line>
        <Occasions rule={rule} onChange={setRule} />
        <Line name="What">
          <Select
            label="Failure"
            testId="fault-kind"
            value={rule.what.kind}
            onChange={(kind) => setRule(withKind(rule, kind))}
            options={kindsAt(rule.at).map((kind) => ({ value: kind, label: capital(kindText(kind).word) }))}
          />
          <span className="min-w-0 text-ink-2 text-xs">{kindText(rule.what.kind).does}</span>
        </Line>
        <FaultSettings rule={rule} onChange={setRule} />
      </div>
      <CounterexampleNote rule={rule} workspace={workspace} example />
      {idle && (
        <Callout tone="warn" shape="triangle" testId="fault-idle">
          This rule never matches. {idle}
        </Callout>
      )}
      <div className="flex justify-end gap-2 border-line border-t px-2.5 py-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" why={fault} testId="fault-done">
          {action}
        </Button>
      </div>
    </form>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="w-16 shrink-0 text-ink-2 text-xs">
        {name}
      </span>
      {children}
    </div>
  );
}

interface ToolChoiceProps {
  name: string | undefined;
  workspace: Workspace;
  onChange: (choice: { name?: string }) => void;
}

/** The named tool may no longer exist. A tool may be called "any", so names have a prefix. */
function ToolChoice({ name, workspace, onChange }: ToolChoiceProps) {
  const known = workspace.agent.tools.map((tool) => tool.name);
  const names = [...new Set(name === undefined ? known : [...known, name])];
  return (
    <Select
      label="Which tool"
      testId="fault-tool"
      className="max-w-56"
      value={name === undefined ? "any" : `=${name}`}
      onChange={(value) => onChange(value === "any" ? {} : { name: value.slice(1) })}
      options={[
        { value: "any", label: "Any tool" },
        ...names.map((each) => ({ value: `=${each}`, label: each || "(no name)" })),
      ]}
    />
  );
}

interface EditProps {
  rule: FaultRule;
  onChange: (rule: FaultRule) => void;
}

/** Which ones in the session, and which of their attempts. */
function Occasions({ rule, onChange }: EditProps) {
  const { when, attempt } = rule;
  const counted = rule.at === "delivery" ? "decision" : "call";
  return (
    <>
      <Line name="Which">
        <Segmented
          label={`Which ${counted}s`}
          testId="fault-when"
          value={when.kind}
          onChange={(kind) => onChange({ ...rule, when: freshWhen(kind) })}
          options={[
            { value: "every", label: `Every ${counted}` },
            { value: "nth", label: `The n-th ${counted}` },
            { value: "rate", label: `A share of the ${counted}s` },
          ]}
        />
        {when.kind === "nth" && (
          <NumberField
            label={`Number of the ${counted}, from 1`}
            hideLabel
            whole
            min={1}
            max={1_000_000}
            className="w-20"
            testId="fault-n"
            value={when.n}
            onChange={(n) => n !== undefined && onChange({ ...rule, when: { ...when, n } })}
          />
        )}
      </Line>
      {when.kind === "rate" && (
        <div className="flex flex-wrap gap-3 sm:pl-[72px]">
          <NumberField
            label="Percentage"
            max={100}
            className="w-28"
            testId="fault-rate"
            value={Number((when.rate * 100).toFixed(4))}
            onChange={(part) =>
              part !== undefined && onChange({ ...rule, when: { ...when, rate: part / 100 } })
            }
          />
          <NumberField
            label="Seed"
            whole
            max={4_294_967_295}
            className="w-36"
            hint={TEXT.seedHint}
            testId="fault-seed"
            value={when.seed}
            onChange={(seed) => seed !== undefined && onChange({ ...rule, when: { ...when, seed } })}
          />
        </div>
      )}
      {changesCalls(rule.what) && when.kind !== "every" && (
        <p className="text-ink-2 text-xs sm:pl-[72px]" data-testid="fault-counted">
          {TEXT.countedReplies}
        </p>
      )}
      <Line name={rule.at === "delivery" ? "Delivery" : "Attempt"}>
        <NumberField
          label={rule.at === "delivery" ? "Only this delivery, from 1" : "Only this attempt, from 1"}
          hideLabel
          placeholder="any"
          whole
          min={1}
          max={1001}
          className="w-20"
          testId="fault-attempt"
          // On the wire attempts count from 0; people count from 1.
          value={attempt === undefined ? undefined : attempt + 1}
          onChange={(n) => onChange(withAttempt(rule, n === undefined ? undefined : n - 1))}
        />
        <span className="text-ink-3 text-xs">{TEXT.anyAttempt}</span>
      </Line>
    </>
  );
}
