"use client";
/** Where only one column fits, the others are there all the same, out of sight: what is done in one of them shows it first. */
import { createContext, useContext } from "react";
import { type Column, setScreen, useScreen } from "@/lib/client/screen/screen";

/** The column that a component stands in, where only one is on screen at a time; null: what it stands in is always there. */
export const ColumnContext = createContext<Column | null>(null);

/** Whether the component is on screen, as far as columns go. */
export function useOnScreen(): boolean {
  const column = useContext(ColumnContext);
  return useScreen((screen) => column === null || column === screen.column);
}

/** Shows the column, and acts once it is there. */
export function inColumn(column: Column | null, act: () => void): void {
  if (column === null || column === useScreen.getState().column) act();
  else {
    setScreen({ column });
    requestAnimationFrame(act);
  }
}
