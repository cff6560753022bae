"use client";
import { type ReactNode, useId } from "react";

interface SegmentedProps<T extends string> {
  /** The accessible name of the group. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: { value: T; label: ReactNode }[];
  testId?: string;
}

/** A choice of one of a few visible options. */
export function Segmented<T extends string>({ label, value, onChange, options, testId }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit flex-wrap gap-0.5 rounded-md bg-mute-soft p-0.5" data-testid={testId}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-6 cursor-pointer items-center rounded-[5px] px-2 text-ink-2 text-xs hover:text-ink has-checked:bg-panel has-checked:font-[540] has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
