"use client";
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDraftPart } from "@/lib/client/workspace/draft";
import { readTypedJson } from "@/lib/json/typed-text";
import { schemaText } from "@/lib/protocol/schema-text";
import type { ScriptedAnswer, WorkspaceTool } from "@/lib/protocol/workspace";
import { type ReadyMade, readyMadeCall, readyMadeKinds } from "@/lib/view/authoring/ready-made";

type Call = NonNullable<ScriptedAnswer["calls"]>[number];

interface AddCallMenuProps {
  /** `stop` for a reply that is cut off as a whole. */
  onAdd: (call: Call, stop?: "length") => void;
}

/** Ready-made calls for each tool: valid ones and typical mistakes of models. */
export function AddCallMenu({ onAdd }: AddCallMenuProps) {
  return (
    <Menu
      className="w-72"
      trigger={
        <Button small testId="call-add">
          Add call
          <ChevronDown size={13} />
        </Button>
      }
    >
      <Calls onAdd={onAdd} />
    </Menu>
  );
}

/** Mounted while the menu is open: only then are the tools read. */
function Calls({ onAdd }: AddCallMenuProps) {
  const tools = useDraftPart((draft) => draft.workspace.agent.tools);
  return (
    <>
      {tools.map((tool) => (
        <ToolCalls key={tool.name} tool={tool} onAdd={onAdd} />
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onAdd({ name: tools[0]?.name ?? "", arguments: "{}" })}>Empty call</MenuItem>
    </>
  );
}

function ToolCalls({ tool, onAdd }: { tool: WorkspaceTool; onAdd: AddCallMenuProps["onAdd"] }) {
  const calls = useMemo(() => readyMadeCalls(tool), [tool]);
  return (
    <MenuGroup label={tool.name}>
      {calls.map(({ kind, made }) => (
        <MenuItem
          key={kind}
          testId={`call-add-${kind.replace(" ", "-")}`}
          why={made.ok ? null : made.reason}
          onSelect={() => made.ok && onAdd(made.call, made.stop)}
        >
          {kind}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

function readyMadeCalls(tool: WorkspaceTool): { kind: string; made: ReadyMade }[] {
  const text = schemaText(tool, "input");
  const schema = readTypedJson(text);
  const input = text.trim() !== "" && schema.ok ? schema.value : undefined;
  const broken = text.trim() !== "" && !schema.ok;
  return readyMadeKinds.map((kind) => ({
    kind,
    made: broken
      ? { ok: false, reason: "the schema is not valid JSON" }
      : readyMadeCall(kind, { name: tool.name, input }),
  }));
}
