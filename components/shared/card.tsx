import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";

interface CardProps {
  title: ReactNode;
  /** Secondary text at the right of the title. */
  aside?: ReactNode;
  /** The text that the copy button copies. */
  copy?: string | (() => string);
  children: ReactNode;
  testId?: string;
  className?: string;
}

/** A titled section of the inspector. */
export function Card({ title, aside, copy, children, testId, className }: CardProps) {
  return (
    <section
      data-testid={testId}
      className={cx("mx-3.5 mt-2.5 overflow-hidden rounded-lg border border-line last:mb-4", className)}
    >
      <header className="flex min-h-8 items-center gap-2 border-line border-b bg-sunk py-1 pr-1.5 pl-[11px]">
        <h3 className="min-w-0 flex-1 font-[560] text-xs">{title}</h3>
        {aside && <span className="min-w-0 truncate pr-1 text-ink-3 text-xs">{aside}</span>}
        {copy !== undefined && <CopyButton text={copy} />}
      </header>
      {children}
    </section>
  );
}

/** Text inside a card. */
export function CardText({ children, className }: { children: ReactNode; className?: string }) {
  return <p className={cx("px-[11px] py-2 text-ink-2", className)}>{children}</p>;
}

/** Names with their values, one per line. */
export function Facts({ items }: { items: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 px-[11px] py-1.5">
      {items.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="py-0.5 text-ink-3 text-xs">{name}</dt>
          <dd className="min-w-0 break-words py-0.5 text-xs">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
