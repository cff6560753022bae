"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

interface PopoverProps {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
  align?: "start" | "end";
  testId?: string;
}

/** A small panel with fields, attached to a button. */
export function Popover({ trigger, title, children, align = "end", testId }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-40">
          <Base.Popup
            data-overlay=""
            data-testid={testId}
            className="flex max-h-[var(--available-height)] w-[360px] max-w-[calc(100vw-16px)] flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-panel p-3 shadow-pop outline-none"
          >
            <Base.Title className="font-[580]">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
