"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx";

const ROW =
  "flex min-h-7 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-left outline-none data-highlighted:bg-accent-soft data-disabled:text-ink-3";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
  className?: string;
}

/** A menu that opens from its trigger. */
export function Menu({ trigger, children, align = "start", className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup
            data-overlay=""
            className={cx(
              "max-h-[min(70vh,var(--available-height))] min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border border-line bg-panel p-1 shadow-pop outline-none",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  children: ReactNode;
  /** An icon before the label. */
  mark?: ReactNode;
  /** Secondary text at the end. */
  hint?: ReactNode;
  danger?: boolean;
  testId?: string;
  /** Why it cannot be chosen; shown in place of the hint. */
  why?: string | false | null;
}

export function MenuItem({ onSelect, children, mark, hint, danger, testId, why }: MenuItemProps) {
  const side = why || hint;
  return (
    <Base.Item
      onClick={onSelect}
      disabled={Boolean(why)}
      data-testid={testId}
      className={cx(ROW, danger && "text-fail")}
    >
      {mark}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {side && <span className="max-w-[64%] truncate text-2xs text-ink-3">{side}</span>}
    </Base.Item>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-0.5 text-2xs font-[580] text-ink-3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** Secondary text at the end. */
  hint?: ReactNode;
  testId?: string;
}

/** An item that is on or off; the menu stays open. */
export function MenuCheck({ checked, onChange, children, hint, testId }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} data-testid={testId} className={ROW}>
      <span className="grid size-3.5 place-items-center">
        <Base.CheckboxItemIndicator>
          <Check size={13} />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint && <span className="text-2xs text-ink-3">{hint}</span>}
    </Base.CheckboxItem>
  );
}

interface MenuChoiceProps {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: ReactNode; hint?: ReactNode }[];
}

/** A choice of one item, with a tick at the current one. */
export function MenuChoice({ value, onChange, options }: MenuChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(String(next))}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={ROW} closeOnClick>
          <span className="grid size-3.5 place-items-center">
            <Base.RadioItemIndicator>
              <Check size={13} />
            </Base.RadioItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.hint && <span className="text-2xs text-ink-3">{option.hint}</span>}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
