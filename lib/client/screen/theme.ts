/** The theme: light, dark, or that of the system. Remembered in this browser. */
import { create } from "zustand";
import { storage } from "./storage";

export type Theme = "system" | "light" | "dark";

const KEY = "callscope.theme";
const DARK = "(prefers-color-scheme: dark)";

interface ThemeStore {
  theme: Theme;
  systemIsDark: boolean;
}

/** The theme that a script has put on the root element before the page is drawn. */
function current(): ThemeStore {
  if (globalThis.document === undefined) return { theme: "system", systemIsDark: false };
  const { theme } = document.documentElement.dataset;
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    systemIsDark: window.matchMedia(DARK).matches,
  };
}

const useStore = create<ThemeStore>(current);

if (globalThis.document !== undefined)
  window.matchMedia(DARK).addEventListener("change", () => useStore.setState(current()));

export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") {
    delete root.dataset.theme;
    storage.removeItem(KEY);
  } else {
    root.dataset.theme = theme;
    storage.setItem(KEY, theme);
  }
  useStore.setState(current());
}

/** The chosen theme. */
export const useTheme = (): Theme => useStore((store) => store.theme);

/** Whether the page is dark, by choice or by the system. */
export const useDark = (): boolean =>
  useStore(({ theme, systemIsDark }) => (theme === "system" ? systemIsDark : theme === "dark"));
