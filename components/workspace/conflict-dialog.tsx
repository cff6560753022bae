"use client";
import { useTask } from "@/components/shared/use-task";
import { keepAsCopy, useDraftPart } from "@/lib/client/workspace/draft";
import { takeTheirs } from "@/lib/client/workspace/opening";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Callout } from "../ui/feedback";

/**
 * Shown when two people (or two tabs) have edited one workspace. Nothing is lost: open theirs, or save yours as a
 * copy.
 */
export function ConflictDialog() {
  const { error, run } = useTask();
  const save = useDraftPart((draft) => draft.save);
  const name = useDraftPart((draft) => draft.workspace.name);
  const revision = useDraftPart((draft) => draft.revision);
  if (save.kind !== "conflict") return null;
  const { theirs } = save;
  const copy = () => keepAsCopy(theirs ? `${name} (mine)` : name);
  return (
    <Dialog
      open
      onClose={copy}
      testId="conflict"
      title={theirs ? "Saved by someone else in the meantime" : "Deleted by someone else in the meantime"}
      description={
        theirs
          ? `The server has revision ${theirs.revision}; your edits started from revision ${revision}. Nothing was overwritten. Closing this dialog saves your edits as a copy.`
          : "Your edits are still here. Closing this dialog saves them as a new workspace."
      }
      footer={
        <>
          {theirs && (
            <Button testId="conflict-theirs" onClick={() => run(() => takeTheirs(theirs.id))}>
              Discard mine, open theirs
            </Button>
          )}
          <Button look="primary" testId="conflict-copy" onClick={copy}>
            Save mine as a copy
          </Button>
        </>
      }
    >
      {error && (
        <Callout tone="fail" shape="cross" alert>
          {error}
        </Callout>
      )}
    </Dialog>
  );
}
