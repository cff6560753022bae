"use client";
import { useId, useState } from "react";
import { VerdictBadge } from "@/components/shared/status";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Switch, TextArea } from "@/components/ui/fields";
import { Segmented } from "@/components/ui/segmented";
import { explain } from "@/lib/client/api/api";
import { useTriedCheck } from "@/lib/client/queries/check";
import { useCommand } from "@/lib/client/queries/sessions";
import { schemaTextOf } from "@/lib/engine/state/lineage";
import type { State } from "@/lib/engine/state/state";
import { readTypedJson } from "@/lib/json/typed-text";
import type { Verdict } from "@/lib/protocol/verdict";
import type { CallRecord } from "@/lib/view/timeline/records";
import type { Command } from "@/lib/wire/commands";

interface AnswerFormProps {
  session: string;
  call: CallRecord;
  state: State;
  onDone?: () => void;
}

type Kind = "text" | "json" | "error";

const KINDS: { value: Kind; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "json", label: "JSON" },
  { value: "error", label: "Error" },
];

const LABELS: Record<Kind, string> = {
  text: "Result, sent exactly as typed",
  json: "Result, sent as a JSON value",
  error: "Error, which the model reads as the result",
};

/**
 * Form for a person's answer to an open call: a result, checked against the output schema while it is typed, or an
 * error.
 */
export function AnswerForm({ session, call, state, onDone }: AnswerFormProps) {
  const schema = schemaTextOf(state, call.callId, "output");
  const [kind, setKind] = useState<Kind>(schema ? "json" : "text");
  const [text, setText] = useState("");
  const [retryable, setRetryable] = useState(false);
  const command = useCommand(session);
  const read = kind === "json" ? readTypedJson(text) : null;
  const answer = commandOf({ call, kind, text, retryable, value: read?.ok ? read.value : undefined });
  const name = useId();
  return (
    <form
      aria-labelledby={name}
      data-testid="answer-form"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!whyNot(kind, text, read?.ok)) command.mutate(answer, { onSuccess: onDone });
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <span id={name} className="sr-only">
          Answer {call.requested.name}
        </span>
        <Segmented label="Answer as" value={kind} onChange={setKind} options={KINDS} testId="answer-kind" />
        {schema && kind !== "error" && text !== "" && read?.ok !== false && (
          <OutputVerdict name={call.requested.name} schema={schema} result={resultText(answer)} />
        )}
      </div>
      <TextArea
        label={LABELS[kind]}
        mono={kind !== "error"}
        rows={4}
        value={text}
        onChange={setText}
        testId="answer-text"
        error={read && !read.ok && text.trim() !== "" ? read.message : null}
        hint={
          read?.ok && read.rounded.length > 0
            ? `These numbers will be rounded: ${read.rounded.join(", ")}. Send the result as text to keep every digit.`
            : undefined
        }
      />
      {kind === "error" && (
        <Switch
          label="Retryable"
          hint="Starts another attempt if the call's policy has one left"
          checked={retryable}
          onChange={setRetryable}
          testId="answer-retryable"
        />
      )}
      {command.error && (
        <Callout tone="fail" shape="cross" alert className="rounded-md" testId="answer-refused">
          {explain(command.error)}
        </Callout>
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          testId="answer-send"
          why={command.isPending ? "Sending…" : whyNot(kind, text, read?.ok)}
        >
          {kind === "error" ? "Send error" : "Send result"}
        </Button>
      </div>
    </form>
  );
}

/**
 * Why the answer cannot be sent yet; null if it can. An empty text is a valid result, but JSON must parse and an
 * error needs a message.
 */
function whyNot(kind: Kind, text: string, isJson: boolean | undefined): string | null {
  if (kind === "json" && !isJson)
    return text.trim() === "" ? "Type a JSON value first" : "The text is not valid JSON yet";
  return kind === "error" && text.trim() === "" ? "Describe the error first" : null;
}

interface Typed {
  call: CallRecord;
  kind: Kind;
  text: string;
  retryable: boolean;
  value: unknown;
}

function commandOf({ call, kind, text, retryable, value }: Typed): Command {
  const by = call.requested.handler === "client" ? "client" : "person";
  const target = { id: call.callId, attempt: call.attempts.at(-1)?.attempt, by } as const;
  if (kind === "error") return { type: "tool.error", ...target, error: text, retryable };
  return { type: "tool.result", ...target, result: kind === "json" ? value : text };
}

/** The string that the engine will check: text unchanged, null as empty text, other values as compact JSON (D17). */
function resultText(command: Command): string {
  if (command.type !== "tool.result") return "";
  const { result } = command;
  if (typeof result === "string") return result;
  return result === null || result === undefined ? "" : JSON.stringify(result);
}

function OutputVerdict({ name, schema, result }: { name: string; schema: string; result: string }) {
  const { data, error } = useTriedCheck(`answer/${name}`, { tool: { name, outputText: schema }, result });
  if (error) return <span className="text-ink-3 text-xs">not checked: {explain(error)}</span>;
  const verdict = data?.output;
  if (!verdict) return null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate text-ink-2 text-xs" title={errorOf(verdict)}>
        {errorOf(verdict)}
      </span>
      <VerdictBadge status={verdict.status} testId="answer-verdict" />
    </span>
  );
}

const errorOf = (verdict: Verdict): string => verdict.findings[0]?.message ?? "";
