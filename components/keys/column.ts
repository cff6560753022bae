"use client";
/**
 * On narrow windows one column is shown at a time, and the others stay mounted. An action in a hidden column shows
 * that column first.
 */
import { createContext, useContext } from "react";
import { type Column, setScreen, useScreen } from "@/lib/client/screen/screen";

/** The column that contains the component; null if the component is always visible. */
export const ColumnContext = createContext<Column | null>(null);

/** Whether the component's column is visible. */
export function useOnScreen(): boolean {
  const column = useContext(ColumnContext);
  return useScreen((screen) => column === null || column === screen.column);
}

/** Shows the column, then acts. */
export function inColumn(column: Column | null, act: () => void): void {
  if (column === null || column === useScreen.getState().column) act();
  else {
    setScreen({ column });
    requestAnimationFrame(act);
  }
}
