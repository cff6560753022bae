"use client";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** Wraps the page once, so that a tooltip next to an open one appears without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={350}>{children}</Base.Provider>;
}

/** A short text on hover and focus. `children` is one element that accepts a ref. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  if (!text) return children;
  return (
    <Base.Root>
      <Base.Trigger render={children} closeOnClick={false} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-bg shadow-pop">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
