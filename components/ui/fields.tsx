"use client";
import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

interface FieldProps {
  label: string;
  /** For screen readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The error in the value; replaces the hint. */
  error?: string | null;
}

const BOX =
  "w-full min-w-0 rounded-md border bg-bg px-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-0";

type InputProps = Omit<ComponentProps<"input">, "onChange" | "value"> &
  FieldProps & { value: string; onChange: (value: string) => void; mono?: boolean; testId?: string };

/** A field of one line, with its label, a hint, and what is wrong with its text. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  mono,
  testId,
  className,
  ...rest
}: InputProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <input
        {...rest}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        data-testid={testId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={cx(BOX, "h-[30px]", error ? "border-fail" : "border-line-strong", mono && "code")}
      />
    </Labelled>
  );
}

type AreaProps = Omit<ComponentProps<"textarea">, "onChange" | "value"> &
  FieldProps & { value: string; onChange: (value: string) => void; mono?: boolean; testId?: string };

/** A field of several lines; grows with its text in browsers that support it. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  mono,
  testId,
  className,
  ...rest
}: AreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <textarea
        rows={2}
        {...rest}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        data-testid={testId}
        spellCheck={mono ? false : rest.spellCheck}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={cx(
          BOX,
          "block field-sizing-content max-h-72 resize-none py-1.5 supports-not-[field-sizing:content]:resize-y",
          error ? "border-fail" : "border-line-strong",
          mono && "code",
        )}
      />
    </Labelled>
  );
}

function Labelled({
  id,
  label,
  hideLabel,
  hint,
  error,
  className,
  children,
}: FieldProps & { id: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block text-xs font-[540] text-ink-2"}>
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p id={`${id}-note`} className={cx("mt-1 text-xs", error ? "text-fail" : "text-ink-3")}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  testId?: string;
}

export function Switch({ label, hint, checked, onChange, testId }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={id}
        data-testid={testId}
        className="mt-0.5 flex h-4 w-7 shrink-0 items-center rounded-full bg-field p-0.5 data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-panel transition-transform data-checked:translate-x-3" />
      </BaseSwitch.Root>
      <div className="min-w-0">
        <div id={id} className="font-[520]">
          {label}
        </div>
        {hint && <div className="text-xs text-ink-3">{hint}</div>}
      </div>
    </div>
  );
}
