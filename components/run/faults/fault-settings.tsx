"use client";
import { ErrorTraits } from "@/components/shared/error-traits";
import { TextArea } from "@/components/ui/fields";
import { NumberField } from "@/components/ui/number-field";
import { compact } from "@/lib/client/workspace/edits";
import type { FaultRule } from "@/lib/protocol/fault";

interface FaultSettingsProps {
  rule: FaultRule;
  onChange: (rule: FaultRule) => void;
}

type ErrorRule = Extract<FaultRule, { at: "tool" }>;

/** The settings of the rule's kind of fault. */
export function FaultSettings({ rule, onChange }: FaultSettingsProps) {
  const { what } = rule;
  if (rule.at === "tool" && rule.what.kind === "error")
    return <ErrorFields rule={rule} what={rule.what} onChange={onChange} />;
  if (what.kind === "slow" || what.kind === "late")
    return (
      <NumberField
        key={what.kind}
        label={what.kind === "slow" ? "Delay, ms" : "Delay after timeout, ms"}
        whole
        min={1}
        max={what.kind === "slow" ? 600_000 : 240_000}
        className="w-44 sm:ml-[72px]"
        testId="fault-ms"
        value={what.ms}
        onChange={(ms) => ms !== undefined && onChange(withNumber(rule, ms))}
      />
    );
  if (what.kind === "server error")
    return (
      <NumberField
        label="HTTP status"
        whole
        min={500}
        max={599}
        className="w-44 sm:ml-[72px]"
        testId="fault-status"
        value={what.status}
        onChange={(status) => status !== undefined && onChange(withNumber(rule, status))}
      />
    );
  return null;
}

/** The rule with a new value for its fault's one number. */
function withNumber(rule: FaultRule, number: number): FaultRule {
  if (rule.at === "tool") return { ...rule, what: numbered(rule.what, number) };
  if (rule.at === "model") return { ...rule, what: numbered(rule.what, number) };
  return { ...rule, what: numbered(rule.what, number) };
}

function numbered<W extends FaultRule["what"]>(what: W, number: number): W {
  if (what.kind === "slow" || what.kind === "late") return { ...what, ms: number };
  return what.kind === "server error" ? { ...what, status: number } : what;
}

interface ErrorFieldsProps {
  rule: ErrorRule;
  what: Extract<ErrorRule["what"], { kind: "error" }>;
  onChange: (rule: FaultRule) => void;
}

function ErrorFields({ rule, what, onChange }: ErrorFieldsProps) {
  const set = (change: Partial<typeof what>) =>
    onChange({
      ...rule,
      what: compact({ ...what, ...change, retryable: change.retryable ?? what.retryable }),
    });
  return (
    <div className="flex flex-col gap-2 sm:pl-[72px]">
      <TextArea
        label="Error message, which the model reads as the result"
        testId="fault-message"
        value={what.message}
        onChange={(message) => set({ message })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <ErrorTraits error={what} onChange={set} />
      </div>
    </div>
  );
}
