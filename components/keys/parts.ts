"use client";
/** F6 and Shift+F6 move the focus between the parts of the page, as in editors and desktops: tools, run, inspector. */
import { type Column, setScreen } from "@/lib/client/screen/screen";
import { useShortcut } from "./shortcuts";

const ORDER: Column[] = ["tools", "run", "inspector"];

/** What takes the focus in a part: the first of these elements that exists. */
const ENTRANCES: Record<Column, string[]> = {
  tools: ['[data-testid="tool-row"] [aria-current="true"]', '[data-testid="tool-add"]'],
  run: ['[data-testid="timeline-rows"]', '[data-testid="message"]'],
  inspector: ["#inspector"],
};

const partOf = (element: Element | null): Column | null => {
  const name = element?.closest("[data-part]")?.getAttribute("data-part");
  return ORDER.find((part) => part === name) ?? null;
};

function enter(part: Column): boolean {
  for (const selector of ENTRANCES[part]) {
    const entrance = document.querySelector<HTMLElement>(selector);
    if (!entrance) continue;
    entrance.focus();
    return document.activeElement === entrance;
  }
  return false;
}

/** Moves the focus to a part of the page; with one column, that part is shown first. */
export function goTo(part: Column): void {
  setScreen({ column: part });
  // A part that was hidden can take the focus only after the next render.
  if (!enter(part)) requestAnimationFrame(() => enter(part));
}

/** Moves on from the part that has the focus; from elsewhere, to the first or the last part. */
export function usePartKeys(): void {
  const step = (by: number) => {
    const from = ORDER.indexOf(partOf(document.activeElement) ?? (by > 0 ? "inspector" : "tools"));
    const next = ORDER[(from + by + ORDER.length) % ORDER.length];
    if (next) goTo(next);
  };
  const keys = { group: "Page", typing: true };
  useShortcut(
    "part-next",
    {
      ...keys,
      keys: ["f6", "shift+f6"],
      label: "Next or previous part of the page",
      each: ["Next part of the page", "Previous part of the page"],
    },
    (event) => step(event.shiftKey ? -1 : 1),
  );
  const part = { keys: [], group: "Page" };
  useShortcut("part-tools", { ...part, label: "Go to the tools" }, () => goTo("tools"));
  useShortcut("part-run", { ...part, label: "Go to the run" }, () => goTo("run"));
  useShortcut("part-inspector", { ...part, label: "Go to the inspector" }, () => goTo("inspector"));
}
