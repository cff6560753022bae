"use client";
import { useSyncExternalStore } from "react";

const NAMES: Record<string, string> = {
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  tab: "Tab",
  space: "Space",
};

const never = () => () => {};
const isMac = () => /Mac|iP(hone|ad)/.test(navigator.platform);

/** The keys of a shortcut such as `mod+enter`; `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  const mac = useSyncExternalStore(never, isMac, () => false);
  return (
    <kbd className="rounded-sm border border-[color-mix(in_srgb,currentColor_50%,transparent)] px-1 font-mono text-[10.5px] leading-[15px]">
      {(keys === "+" ? [keys] : keys.split("+")).map((key) => keyName(key, mac)).join(mac ? "" : " ")}
    </kbd>
  );
}

function keyName(key: string, mac: boolean): string {
  if (key === "mod") return mac ? "⌘" : "Ctrl";
  if (key === "shift") return mac ? "⇧" : "Shift";
  return NAMES[key] ?? (key.length === 1 || /^f\d+$/.test(key) ? key.toUpperCase() : key);
}
