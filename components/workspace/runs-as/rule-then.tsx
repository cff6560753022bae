"use client";
import { useState } from "react";
import { ErrorTraits } from "@/components/shared/error-traits";
import { JsonField } from "@/components/shared/json-field";
import { TextArea } from "@/components/ui/fields";
import { NumberField } from "@/components/ui/number-field";
import { Segmented } from "@/components/ui/segmented";
import { compact } from "@/lib/client/workspace/edits";
import type { ResponseRule } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { TEXT } from "./text";

type Then = ResponseRule["then"];
type Kind = "json" | "text" | "error" | "hang";

function kindOf(then: Then): Kind {
  if (then.hang) return "hang";
  if (then.error) return "error";
  return typeof then.result === "string" ? "text" : "json";
}

interface RuleThenProps {
  id: string;
  then: Then;
  onChange: (then: Then) => void;
}

/** The answer that a rule gives. */
export function RuleThen({ id, then, onChange }: RuleThenProps) {
  // A string can be written as text or as JSON, so the choice is kept apart from the value.
  const [kind, setKind] = useState<Kind>(() => kindOf(then));
  const { delayMs } = then;
  const choose = (next: Kind) => {
    setKind(next);
    onChange(compact({ ...fresh(next, then), delayMs }));
  };
  return (
    <>
      <Segmented
        label="Answer"
        testId="rule-kind"
        value={kind}
        onChange={choose}
        options={[
          { value: "json", label: "JSON" },
          { value: "text", label: "Text" },
          { value: "error", label: "Error" },
          { value: "hang", label: "Never answers" },
        ]}
      />
      <Answer id={id} kind={kind} then={then} onChange={onChange} />
      {kind !== "hang" && (
        <div className="flex items-center gap-2 text-ink-2 text-xs">
          <span aria-hidden>after</span>
          <NumberField
            label="Delay in ms"
            hideLabel
            placeholder="0"
            whole
            max={86_400_000}
            className="w-20"
            value={delayMs}
            onChange={(ms) => onChange(compact({ ...then, delayMs: ms }))}
          />
          <span aria-hidden>ms</span>
        </div>
      )}
    </>
  );
}

function fresh(kind: Kind, then: Then): Then {
  switch (kind) {
    case "json":
      return { result: then.result ?? {} };
    case "text":
      return { result: typeof then.result === "string" ? then.result : (JSON.stringify(then.result) ?? "") };
    case "error":
      return { error: { message: "upstream answered 503", retryable: true } };
    case "hang":
      return { hang: true };
    default:
      return never(kind, "kind of answer");
  }
}

function Answer({ id, kind, then, onChange }: RuleThenProps & { kind: Kind }) {
  if (kind === "json")
    return (
      <JsonField
        label="Result"
        hideLabel
        id={`${id}/result`}
        testId="rule-result"
        value={then.result}
        onChange={(result) => onChange({ ...then, result })}
      />
    );
  if (kind === "text")
    return (
      <TextArea
        label="Result"
        hideLabel
        mono
        testId="rule-result"
        value={typeof then.result === "string" ? then.result : ""}
        onChange={(result) => onChange({ ...then, result })}
      />
    );
  if (kind === "error") return <ErrorFields then={then} onChange={onChange} />;
  return <p className="text-ink-2 text-xs">{TEXT.atTimeout}</p>;
}

function ErrorFields({ then, onChange }: { then: Then; onChange: (then: Then) => void }) {
  const error = then.error ?? { message: "" };
  const set = (change: Partial<typeof error>) =>
    onChange({ ...then, error: compact({ ...error, ...change }) });
  return (
    <>
      <TextArea
        label="Error message"
        hideLabel
        placeholder="Error message for the model"
        value={error.message}
        onChange={(message) => set({ message })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <ErrorTraits error={error} onChange={set} />
      </div>
    </>
  );
}
