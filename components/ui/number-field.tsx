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

/** A number field. Text that is not an allowed number stays in the field with an error and changes nothing. */
export function NumberField({ value, onChange, min = 0, max, whole, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; error: string | null } | null>(null);
  const change = (text: string) => {
    const error = errorOf(text, { min, max, whole });
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

function errorOf(
  text: string,
  { min, max, whole }: { min: number; max?: number; whole?: boolean },
): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (!/^-?\d+(\.\d+)?$/.test(trimmed)) return "Enter a number";
  const number = Number(trimmed);
  if (whole && !Number.isInteger(number)) return "Enter a whole number";
  if (number < min) return `Enter at least ${min}`;
  if (max !== undefined && number > max) return `Enter at most ${max}`;
  return null;
}
