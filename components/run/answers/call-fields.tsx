"use client";
import { X } from "lucide-react";
import { useId } from "react";
import { IconButton } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/fields";
import { useToolNames } from "@/lib/client/workspace/draft";
import { rawArguments } from "@/lib/client/workspace/edits";
import type { ScriptedAnswer } from "@/lib/protocol/workspace";

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

interface CallFieldsProps {
  call: Call;
  /** Names this call for screen readers. */
  label: string;
  onChange: (call: Call) => void;
  onRemove: () => void;
}

/** A scripted call. Its arguments are raw text: the model sends exactly what is typed, JSON or not. */
export function CallFields({ call, label, onChange, onRemove }: CallFieldsProps) {
  const list = useId();
  const names = useToolNames();
  return (
    <div className="flex flex-wrap items-start gap-1.5" data-testid="scripted-call">
      <TextField
        label={`Tool of ${label}`}
        hideLabel
        mono
        list={list}
        className="w-36 grow sm:grow-0"
        placeholder="tool name"
        value={call.name}
        onChange={(name) => onChange({ ...call, name })}
        autoComplete="off"
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextArea
        label={`Raw arguments of ${label}`}
        hideLabel
        mono
        rows={1}
        className="min-w-40 flex-1 basis-56"
        placeholder="raw arguments, sent as typed"
        value={rawArguments(call.arguments)}
        onChange={(text) => onChange({ ...call, arguments: text })}
      />
      <IconButton label={`Remove ${label}`} className="mt-[3px]" onClick={onRemove}>
        <X size={13} />
      </IconButton>
    </div>
  );
}
