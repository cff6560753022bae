"use client";
import { type ReactNode, useState } from "react";
import { TextField } from "./fields";

interface NumberFieldProps {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** undefined: the field is empty. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  max?: number;
  whole?: boolean;
  placeholder?: string;
  className?: string;
  testId?: string;
}

/** A number as typed. A text that is no allowed number stays in the field with the reason and changes nothing. */
export function NumberField({ value, onChange, min = 0, max, whole, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; error: string | null } | null>(null);
  const change = (text: string) => {
    const error = faultOf(text, { min, max, whole });
    setTyped({ text, error });
    if (error === null) onChange(text.trim() === "" ? undefined : Number(text));
  };
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      value={typed?.text ?? (value === undefined ? "" : String(value))}
      error={typed?.error}
      onChange={change}
      onBlur={() => setTyped((now) => (now?.error ? now : null))}
    />
  );
}

function faultOf(
  text: string,
  { min, max, whole }: { min: number; max?: number; whole?: boolean },
): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (!/^-?\d+(\.\d+)?$/.test(trimmed)) return "Not a number";
  const number = Number(trimmed);
  if (whole && !Number.isInteger(number)) return "Must be a whole number";
  if (number < min) return `At least ${min}`;
  if (max !== undefined && number > max) return `At most ${max}`;
  return null;
}
