"use client";
import { useCallback, useSyncExternalStore } from "react";

/** Below this width one column is shown at a time. */
export const ONE_COLUMN = "(max-width: 899px)";
/** Below this width the top bar has no space for the settings of the run. */
export const PHONE = "(max-width: 559px)";

/** Whether the window matches a media query. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
