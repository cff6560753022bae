/** Light, dark, or what the system says; remembered in this browser. */
import { useSyncExternalStore } from "react";
import { storage } from "./storage";

export type Theme = "system" | "light" | "dark";

const KEY = "callscope.theme";
const listeners = new Set<() => void>();

function stored(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (theme === "system") storage.removeItem(KEY);
  else storage.setItem(KEY, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  listeners.add(listener);
  system.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
  };
}

/** The choice itself. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, stored, () => "system");
}

/** Whether the page is dark now, by choice or by the system. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false);
}

function isDark(): boolean {
  const theme = stored();
  return theme === "system" ? window.matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
