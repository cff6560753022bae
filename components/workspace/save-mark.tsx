"use client";
import { type SaveState, useDraftPart } from "@/lib/client/workspace/draft";
import { Button } from "../ui/button";
import { Spinner } from "../ui/feedback";
import { StatusMark } from "../ui/status";
import { Tooltip } from "../ui/tooltip";

interface SaveMarkProps {
  onRetry: () => void;
}

/** Shows whether the workspace is saved on the server. */
export function SaveMark({ onRetry }: SaveMarkProps) {
  const save = useDraftPart((draft) => draft.save);
  const stored = useDraftPart((draft) => draft.id !== null);
  return (
    <span
      role="status"
      data-testid="save-state"
      data-status={save.kind}
      className="flex shrink-0 items-center gap-1.5 text-2xs text-ink-3"
    >
      <SaveText save={save} stored={stored} onRetry={onRetry} />
    </span>
  );
}

function SaveText({ save, stored, onRetry }: SaveMarkProps & { save: SaveState; stored: boolean }) {
  if (save.kind === "clean") {
    if (stored) return "Saved";
    return (
      <Tooltip text="This workspace is not stored yet. Your first edit saves a copy.">
        <span tabIndex={0}>Not stored</span>
      </Tooltip>
    );
  }
  if (save.kind === "dirty") return "Edited";
  if (save.kind === "saving") return <Spinner label="Saving" />;
  if (save.kind === "conflict") {
    return (
      <>
        <StatusMark shape="triangle" tone="warn" />
        <span className="text-warn">Changed elsewhere</span>
      </>
    );
  }
  return (
    <Button
      small
      look="quiet"
      className="text-fail!"
      hint={`${save.message} Press to try again.`}
      onClick={onRetry}
    >
      <StatusMark shape="cross" tone="fail" />
      Not saved
    </Button>
  );
}
