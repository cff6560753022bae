"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ruleText } from "@/components/workspace/runs-as/rule-text";
import { setScreen } from "@/lib/client/screen/screen";
import { addNewTool, editWorkspace, useDraftPart } from "@/lib/client/workspace/draft";
import { useToolStates } from "@/lib/client/workspace/tool-checks";
import { mentionsOf, renameTool } from "@/lib/client/workspace/tool-names";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { useShortcut } from "../keys/shortcuts";
import { Button } from "../ui/button";
import { Switch } from "../ui/fields";
import { NameDialog } from "./name-dialog";
import { ToolRow } from "./tool-row";

/** The tools of the workspace, each with the state of its schemas. */
export function ToolList() {
  const tools = useDraftPart((draft) => draft.workspace.agent.tools);
  const toolKeys = useDraftPart((draft) => draft.toolKeys);
  const states = useToolStates();
  const [renaming, setRenaming] = useState<string | null>(null);
  const add = () => {
    addNewTool();
    setScreen({ toolTab: "input" });
  };
  useShortcut("tool-add", { keys: [], label: "Add a tool", group: "Workspace" }, add);
  const index = renaming === null ? -1 : toolKeys.indexOf(renaming);
  const renamed = tools[index];
  return (
    <section aria-label="Tools" className="flex max-h-[34%] shrink-0 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between pr-2 pl-3.5">
        <h2 className="font-[580] text-2xs text-ink-3">Tools</h2>
        <Button look="quiet" small testId="tool-add" onClick={add}>
          <Plus size={13} />
          Add
        </Button>
      </div>
      {tools.length === 0 && (
        <p className="px-3.5 pb-3 text-ink-2">No tools: the model can only answer with text.</p>
      )}
      <ul className="min-h-0 overflow-y-auto pb-1.5" data-testid="tools">
        {toolKeys.map((key, i) => {
          const tool = tools[i];
          return (
            tool && (
              <ToolRow
                key={key}
                id={key}
                tool={tool}
                state={states.get(key) ?? { kind: "checking" }}
                onRename={() => setRenaming(key)}
              />
            )
          );
        })}
      </ul>
      {renamed && <Rename index={index} tool={renamed} onClose={() => setRenaming(null)} />}
    </section>
  );
}

interface RenameProps {
  index: number;
  tool: WorkspaceTool;
  onClose: () => void;
}

function Rename({ index, tool, onClose }: RenameProps) {
  const workspace = useDraftPart((draft) => draft.workspace);
  const [inScript, setInScript] = useState(true);
  const { calls, rules, breakpoints, inWorker } = mentionsOf(workspace, tool.name);
  const others = workspace.agent.tools.filter((_, i) => i !== index).map((other) => other.name);
  return (
    <NameDialog
      title="Rename tool"
      value={tool.name}
      errorOf={(name) => (others.includes(name) ? `A tool named ${name} already exists` : null)}
      onDone={(name) => editWorkspace((workspace) => renameTool(workspace, index, { name, inScript }))}
      onClose={onClose}
    >
      {calls > 0 && (
        <Switch
          label={`Rename it in the model answers too (${calls} ${calls === 1 ? "call" : "calls"})`}
          hint="Otherwise the scripted model calls a tool that no longer exists."
          checked={inScript}
          onChange={setInScript}
        />
      )}
      {rules + breakpoints > 0 && (
        <p className="text-ink-2 text-xs" data-testid="rename-follows">
          Also renamed: {ruleText(rules, breakpoints)} for this tool.
        </p>
      )}
      {inWorker && (
        <p className="text-ink-2 text-xs" data-testid="rename-worker">
          The worker script also uses this name. Change it there by hand.
        </p>
      )}
    </NameDialog>
  );
}
