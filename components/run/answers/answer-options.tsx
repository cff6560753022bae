"use client";
import { ErrorTraits } from "@/components/shared/error-traits";
import { Switch, TextField } from "@/components/ui/fields";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { compact } from "@/lib/client/workspace/edits";
import type { ScriptedAnswer } from "@/lib/protocol/workspace";

type Stop = NonNullable<ScriptedAnswer["stop"]>;

const STOPS: { value: Stop; label: string }[] = [
  { value: "stop", label: "stop" },
  { value: "tool_calls", label: "tool_calls" },
  { value: "length", label: "length: cut off" },
];

interface AnswerOptionsProps {
  answer: ScriptedAnswer;
  onChange: (answer: ScriptedAnswer) => void;
}

/** Options of an answer: how it ends, how long it takes, and whether it is an error instead. */
export function AnswerOptions({ answer, onChange }: AnswerOptionsProps) {
  const set = (change: Partial<ScriptedAnswer>) => onChange(compact({ ...answer, ...change }));
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-2.5">
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <div className="mb-1 font-[540] text-ink-2 text-xs">Stop reason</div>
          <Select
            label="Stop reason"
            className="w-40"
            value={answer.stop ?? ""}
            onChange={(value) => set({ stop: STOPS.find((stop) => stop.value === value)?.value })}
            options={[{ value: "", label: "automatic" }, ...STOPS]}
          />
        </div>
        <NumberField
          label="Delay, ms"
          placeholder="0"
          whole
          max={86_400_000}
          className="w-24"
          value={answer.delayMs}
          onChange={(delayMs) => set({ delayMs })}
        />
        <NumberField
          label="Chunk size"
          placeholder="one chunk"
          whole
          min={1}
          className="w-36"
          value={answer.chunk}
          onChange={(chunk) => set({ chunk })}
        />
      </div>
      <Switch
        label="Fail instead"
        hint="The model call ends with an error; a retryable one is tried again with the next answer."
        checked={answer.error !== undefined}
        onChange={(on) =>
          set({ error: on ? { message: "the model is overloaded", retryable: true } : undefined })
        }
      />
      {answer.error && <ErrorOptions error={answer.error} onChange={(error) => set({ error })} />}
    </div>
  );
}

type AnswerError = NonNullable<ScriptedAnswer["error"]>;

function ErrorOptions({ error, onChange }: { error: AnswerError; onChange: (error: AnswerError) => void }) {
  const set = (change: Partial<AnswerError>) => onChange(compact({ ...error, ...change }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TextField
        label="Error message"
        hideLabel
        className="min-w-48 flex-1"
        value={error.message}
        onChange={(message) => set({ message })}
      />
      <ErrorTraits error={error} onChange={set} />
    </div>
  );
}
