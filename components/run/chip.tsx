import type { ComponentProps } from "react";

interface ChipProps extends ComponentProps<"button"> {
  /** The name of the setting; screen readers read it before the value. */
  label: string;
  testId: string;
}

/** A setting shown as a pill that opens its panel. */
export function Chip({ label, testId, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      data-testid={testId}
      className="inline-flex h-6 max-w-52 shrink-0 items-center gap-1 whitespace-nowrap rounded-full border border-line-strong pr-1.5 pl-2.5 text-ink-2 text-xs hover:bg-sunk hover:text-ink data-popup-open:bg-sunk"
    >
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  );
}
