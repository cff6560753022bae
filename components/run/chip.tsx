import type { ComponentProps } from "react";

interface ChipProps extends ComponentProps<"button"> {
  /** What is chosen here; read out before the choice. */
  label: string;
  testId: string;
}

/** A setting as a word on a pill that opens its panel. */
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
