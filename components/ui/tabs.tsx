"use client";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "./cx";

export interface TabItem {
  id: string;
  label: ReactNode;
  /** An icon or count after the label. */
  extra?: ReactNode;
}

interface TabsProps {
  /** The accessible name of the row of tabs. */
  label: string;
  value: string;
  onChange: (id: string) => void;
  tabs: TabItem[];
  /** The `TabPanel`s, and whatever is between them and the tabs. */
  children?: ReactNode;
  className?: string;
}

/** A row of tabs with its panels; arrow keys move, and the row scrolls sideways if it is too wide. */
export function Tabs({ label, value, onChange, tabs, children, className }: TabsProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(String(next))}
      className={cx("flex min-h-0 flex-col", className)}
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className="no-scrollbar relative flex shrink-0 gap-0.5 overflow-x-auto border-line border-b px-2"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            data-testid={`tab-${tab.id}`}
            className="-mb-px flex h-[34px] shrink-0 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2 text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:font-[540] data-active:text-ink"
          >
            {tab.label}
            {tab.extra}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  );
}

export function TabPanel({
  id,
  children,
  className,
}: {
  id: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Base.Panel
      value={id}
      data-testid={`panel-${id}`}
      className={cx("min-h-0 flex-1 focus-visible:-outline-offset-2", className)}
    >
      {children}
    </Base.Panel>
  );
}
