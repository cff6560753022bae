"use client";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { TextArea } from "@/components/ui/fields";
import { compact } from "@/lib/client/workspace/edits";
import { changeList, type ListChange, useListKeys } from "@/lib/client/workspace/list-keys";
import type { ScriptedAnswer } from "@/lib/protocol/workspace";
import { AddCallMenu } from "./add-call-menu";
import { AnswerOptions } from "./answer-options";
import { CallFields } from "./call-fields";

interface AnswerCardProps {
  /** Unique in the page; stays the same when the answer moves. */
  id: string;
  answer: ScriptedAnswer;
  position: number;
  count: number;
  onChange: (answer: ScriptedAnswer) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

/** One answer of the scripted model: text, calls with raw arguments, and how it ends. */
export function AnswerCard(props: AnswerCardProps) {
  const { id, answer, position, onChange } = props;
  const calls = answer.calls ?? [];
  const keys = useListKeys(`${id}/calls`, calls.length);
  const [options, setOptions] = useState(false);
  const setCalls = (next: Call[]) =>
    onChange(compact({ ...answer, calls: next.length > 0 ? next : undefined }));
  const changeCalls = (step: ListChange & { item?: Call }) =>
    setCalls(changeList(`${id}/calls`, calls, step));
  const addCall = (call: Call, stop?: "length") => {
    const next = changeList(`${id}/calls`, calls, { insert: calls.length, item: call });
    onChange({ ...answer, calls: next, ...(stop && { stop }) });
  };
  const number = position + 1;
  return (
    <li className="rounded-lg border border-line" data-testid="answer">
      <Head {...props} />
      <div className="flex flex-col gap-2 p-2.5">
        {answer.error ? (
          <p className="text-ink-2 text-xs">Fails with the error below; text and calls are not sent.</p>
        ) : (
          <>
            <TextArea
              label={`Text of answer ${number}`}
              hideLabel
              rows={1}
              placeholder="Text (may be empty)"
              value={answer.text ?? ""}
              onChange={(text) => onChange(compact({ ...answer, text: text || undefined }))}
            />
            {calls.map((call, i) => (
              <CallFields
                key={keys[i]}
                call={call}
                label={`call ${i + 1} of answer ${number}`}
                onChange={(next) => setCalls(calls.map((old, j) => (j === i ? next : old)))}
                onRemove={() => changeCalls({ remove: i })}
              />
            ))}
          </>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {!answer.error && <AddCallMenu onAdd={addCall} />}
          <Button small look="quiet" aria-expanded={options} onClick={() => setOptions(!options)}>
            {options ? "Fewer options" : "Stop reason, delay, error…"}
          </Button>
          <span className="text-ink-3 text-xs">{optionText(answer)}</span>
        </div>
        {options && <AnswerOptions answer={answer} onChange={onChange} />}
      </div>
    </li>
  );
}

function Head({ position, count, onMove, onRemove }: AnswerCardProps) {
  const number = position + 1;
  return (
    <div className="flex items-center gap-0.5 rounded-t-lg border-line border-b bg-sunk py-1 pr-1 pl-2.5">
      <h3 className="flex-1 font-[560] text-xs">Answer {number}</h3>
      <IconButton
        label={`Move answer ${number} up`}
        why={position === 0 && "It is the first answer"}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={13} />
      </IconButton>
      <IconButton
        label={`Move answer ${number} down`}
        why={position === count - 1 && "It is the last answer"}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={13} />
      </IconButton>
      <IconButton label={`Remove answer ${number}`} testId="answer-remove" onClick={onRemove}>
        <X size={13} />
      </IconButton>
    </div>
  );
}

/** The settings beyond text and calls, shown while the options are folded. */
function optionText({ stop, delayMs, chunk, error }: ScriptedAnswer): string {
  return [
    stop === "length" ? "cut off (length)" : stop && `stops with ${stop}`,
    delayMs !== undefined && `after ${delayMs} ms`,
    chunk !== undefined && `in chunks of ${chunk}`,
    error && `error: ${error.message}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
