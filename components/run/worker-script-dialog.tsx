"use client";
import { setScreen } from "@/lib/client/screen/screen";
import { editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { CodeEditor } from "../editor/lazy";
import { Dialog } from "../ui/dialog";
import { TEXT } from "./text";

/** Editor for a worker that is one function. */
export function WorkerScriptDialog() {
  const worker = useDraftPart((draft) => draft.workspace.worker);
  const opening = useDraftPart((draft) => draft.key);
  if (worker.kind !== "script") return null;
  return (
    <Dialog
      open
      size="tall"
      testId="worker-script"
      onClose={() => setScreen({ dialog: null })}
      title="Worker script"
      description={TEXT.workerScriptDescription}
    >
      <div className="h-full overflow-hidden rounded-md border border-line">
        <CodeEditor
          scope={opening}
          name="worker.js"
          language="javascript"
          value={worker.source}
          onChange={(source) =>
            editWorkspace((workspace) => ({ ...workspace, worker: { kind: "script", source } }))
          }
          label="Worker script"
        />
      </div>
    </Dialog>
  );
}
