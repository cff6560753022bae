"use client";
import type * as Monaco from "monaco-editor/editor";
import { useEffect, useState } from "react";

type Instance = Monaco.editor.IStandaloneCodeEditor;

/** Whether Tab was the last key pressed: then the focus came by keyboard. */
let tabbed = false;
const onKey = (event: KeyboardEvent) => {
  tabbed = event.key === "Tab";
};
const onPointer = () => {
  tabbed = false;
};
if (typeof window !== "undefined") {
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("pointerdown", onPointer, true);
}

/** Tells someone who came into an editor by Tab how to leave it; disappears with the next action in the editor. */
export function LeaveHint({ editor }: { editor: Instance | null }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const parts = [
      editor?.onDidFocusEditorText(() => setShown(tabbed)),
      editor?.onDidBlurEditorText(() => setShown(false)),
      editor?.onDidChangeModelContent(() => setShown((before) => before && tabbed)),
      editor?.onMouseDown(() => setShown(false)),
    ];
    return () => {
      for (const part of parts) part?.dispose();
    };
  }, [editor]);
  if (!shown) return null;
  return (
    <span
      aria-hidden
      data-testid="leave-hint"
      className="pointer-events-none absolute right-2 bottom-1.5 z-10 rounded-md bg-ink px-2 py-1 text-bg text-xs shadow-pop"
    >
      Tab indents. Press Esc, then Tab to leave
    </span>
  );
}
