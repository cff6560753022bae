"use client";
import { useState } from "react";
import { TextArea } from "@/components/ui/fields";
import { setSlip, useScreen } from "@/lib/client/screen/screen";
import { readTypedJson } from "@/lib/json/typed-text";

interface JsonFieldProps {
  label: string;
  hideLabel?: boolean;
  /** Unique in the page; text that is not valid JSON yet is kept under this id. */
  id: string;
  value: unknown;
  /** Called whenever the text is valid JSON. */
  onChange: (value: unknown) => void;
  testId?: string;
}

/** A JSON value edited as text. Invalid JSON stays as typed and changes nothing. */
export function JsonField({ label, hideLabel, id, value, onChange, testId }: JsonFieldProps) {
  const slip = useScreen((screen) => screen.slips[id]);
  const [typed, setTyped] = useState<string | null>(null);
  const text = slip ?? typed ?? JSON.stringify(value, null, 2) ?? "";
  const read = readTypedJson(text);
  const change = (next: string) => {
    const parsed = readTypedJson(next);
    setTyped(next);
    setSlip(id, parsed.ok ? null : next);
    if (parsed.ok) onChange(parsed.value);
  };
  return (
    <TextArea
      label={label}
      hideLabel={hideLabel}
      mono
      testId={testId}
      value={text}
      onChange={change}
      error={read.ok ? null : `Not saved, because the text is not valid JSON: ${read.message}`}
      hint={read.ok && read.rounded.length > 0 ? roundedHint(read.rounded) : undefined}
    />
  );
}

const roundedHint = (numbers: string[]) =>
  `A JSON value cannot hold ${numbers.slice(0, 3).join(", ")} exactly. Choose Text to keep every digit.`;
