import { useMemo, useState } from "react";
import { type CheckView, shownFindings, walkedFindings } from "@/lib/view/inspector/check-view";

export type ShownFindings = ReturnType<typeof useFindings>;

/** The selected finding, and which others are shown: only the closest alternative, unless all are expanded. */
export function useFindings(check: CheckView | null) {
  const [chosen, setActive] = useState<string | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE);
  const shown = useMemo(() => (check ? shownFindings(check, open) : NONE), [check, open]);
  const findings = useMemo(() => check?.findings.filter(({ id }) => shown.has(id)) ?? [], [check, shown]);
  const isShown = ({ id }: { id: string }) => shown.has(id);
  const walk = useMemo(() => (check ? walkedFindings(check, shown) : []), [check, shown]);
  const finding = findings.find(({ id }) => id === chosen) ?? walk[0] ?? findings[0];
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return {
    finding,
    walk,
    marks: check?.marks.filter(isShown) ?? [],
    schemaMarks: check?.schemaMarks.filter(isShown) ?? [],
    active: finding?.id ?? null,
    setActive,
    open,
    toggle,
  };
}

const NONE: ReadonlySet<string> = new Set();
