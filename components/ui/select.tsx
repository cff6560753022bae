"use client";
/** A drop-down list with one choice. */
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

interface SelectProps {
  /** The accessible name; not shown. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string; hint?: ReactNode }[];
  className?: string;
  testId?: string;
}

/** A list to choose one option from; the field shows the chosen one. */
export function Select({ label, value, onChange, options, className, testId }: SelectProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      items={options}
      modal={false}
    >
      <Base.Trigger
        aria-label={label}
        data-testid={testId}
        className={cx(
          "inline-flex h-7 min-w-0 items-center justify-between gap-1.5 rounded-md border border-line-strong bg-panel pr-1.5 pl-2.5 hover:bg-sunk",
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon className="text-ink-3">
          <ChevronDown size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} alignItemWithTrigger={false} className="z-50">
          <Base.Popup
            data-overlay=""
            className="max-h-[var(--available-height)] min-w-[var(--anchor-width)] overflow-y-auto rounded-lg border border-line bg-panel p-1 shadow-pop outline-none"
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none data-highlighted:bg-accent-soft"
              >
                <span className="grid size-3.5 place-items-center">
                  <Base.ItemIndicator>
                    <Check size={13} />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                {option.hint && <span className="text-2xs text-ink-3">{option.hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
