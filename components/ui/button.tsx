"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";
import { Tooltip } from "./tooltip";

type Look = "plain" | "primary" | "quiet" | "lit" | "danger";

interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  look?: Look;
  small?: boolean;
  /** Why it is disabled. It stays focusable and shows the reason on hover and focus. */
  why?: string | false | null;
  /** The tooltip while it is enabled. */
  hint?: ReactNode;
  testId?: string;
}

const LOOKS: Record<Look, string> = {
  plain: "border-line-strong bg-panel text-ink hover:bg-sunk",
  primary: "border-transparent bg-accent text-on-accent hover:brightness-110",
  quiet: "border-transparent text-ink-2 hover:bg-sunk hover:text-ink",
  /** Like quiet, for something that is switched on. */
  lit: "border-transparent text-accent hover:bg-sunk",
  danger: "border-transparent bg-fail text-panel hover:brightness-110",
};
const BLOCKED = "border-line bg-sunk text-ink-3";
const BLOCKED_QUIET = "border-transparent text-ink-3 opacity-70";

/** A button. With `why` it is disabled and shows the reason. */
export function Button({
  look = "plain",
  small,
  why,
  hint,
  testId,
  className,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      {...rest}
      data-testid={testId}
      aria-disabled={why ? true : undefined}
      aria-describedby={why ? reasonId : rest["aria-describedby"]}
      onClick={why ? (event) => event.preventDefault() : rest.onClick}
      className={cx(
        "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-[520]",
        small ? "h-6 px-2 text-xs" : "h-7 px-[11px]",
        why ? (look === "quiet" || look === "lit" ? BLOCKED_QUIET : BLOCKED) : LOOKS[look],
        className,
      )}
    >
      {children}
      {why && (
        <span id={reasonId} className="sr-only">
          {why}
        </span>
      )}
    </button>
  );
  return <Tooltip text={why || hint}>{button}</Tooltip>;
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "hint"> {
  /** The action: the accessible name and the tooltip. */
  label: string;
  children: ReactNode;
}

/** A button with only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <Button
      look="quiet"
      small
      hint={label}
      {...rest}
      aria-label={label}
      className={cx("w-6 px-0!", className)}
    >
      {children}
    </Button>
  );
}
