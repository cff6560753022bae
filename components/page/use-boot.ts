"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { explain } from "@/lib/client/api/api";
import { useRefresh } from "@/lib/client/queries/keys";
import { useSetNoSessions } from "@/lib/client/queries/sessions";
import { useSelection } from "@/lib/client/screen/use-selection";
import { startAutosave } from "@/lib/client/workspace/autosave";
import { startKeepingBaselines } from "@/lib/client/workspace/baselines";
import { startCheckBodies } from "@/lib/client/workspace/check-bodies";
import { useDraft } from "@/lib/client/workspace/draft";
import { openFirst } from "@/lib/client/workspace/opening";

/** Opens the first workspace, saves edits automatically, and asks before a tab with unsaved edits closes. */
export function useBoot(): { error: string | null; retry: () => void } {
  const [error, setError] = useState<string | null>(null);
  const { session } = useSelection();
  const refresh = useRefresh();
  const setNoSessions = useSetNoSessions();

  const open = useCallback(async (session: string | null) => {
    setError(null);
    try {
      await openFirst(session);
    } catch (failure) {
      setError(explain(failure));
    }
  }, []);

  // Only once: opening another session later does not change the workspace.
  const first = useRef(session);
  useEffect(() => {
    if (!useDraft.getState().draft) void open(first.current);
  }, [open]);
  useEffect(startKeepingBaselines, []);
  useEffect(startCheckBodies, []);
  useEffect(
    () =>
      startAutosave(({ id, revision }) => {
        if (revision === 1) setNoSessions(id);
        void refresh("workspaces");
      }),
    [refresh, setNoSessions],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const save = useDraft.getState().draft?.save.kind ?? "clean";
      if (save !== "clean") event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return { error, retry: () => void open(session) };
}
