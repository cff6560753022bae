"use client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { CasesMark } from "@/components/workspace/cases/cases-mark";
import { ruleText } from "@/components/workspace/runs-as/rule-text";
import { setScreen } from "@/lib/client/screen/screen";
import { duplicateTool, moveTool, removeTool, selectTool, useDraftPart } from "@/lib/client/workspace/draft";
import { mentionsOf } from "@/lib/client/workspace/tool-names";
import type { ToolState } from "@/lib/client/workspace/tool-state";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { never } from "@/lib/util/never";
import { count } from "@/lib/view/text/format";
import { IconButton } from "../ui/button";
import { cx } from "../ui/cx";
import { Confirm } from "../ui/dialog";
import { Menu, MenuItem } from "../ui/menu";
import { Badge, type Shape, StatusMark, type Tone } from "../ui/status";

interface ToolRowProps {
  id: string;
  tool: WorkspaceTool;
  state: ToolState;
  onRename: () => void;
}

/** One tool in the list, with its sign and its menu. */
export function ToolRow({ id, tool, state, onRename }: ToolRowProps) {
  const [removing, setRemoving] = useState(false);
  const selected = useDraftPart((draft) => draft.selected === id);
  const position = useDraftPart((draft) => draft.toolKeys.indexOf(id));
  const last = useDraftPart((draft) => draft.toolKeys.at(-1) === id);
  const formats = useDraftPart((draft) => draft.workspace.formats);
  const sign = signOf(state);
  return (
    <li
      data-testid="tool-row"
      data-status={state.kind}
      className={cx("group relative flex items-center", selected ? "bg-accent-soft" : "hover:bg-sunk")}
    >
      <button
        type="button"
        aria-current={selected ? "true" : undefined}
        onClick={() => selectTool(id)}
        onDoubleClick={onRename}
        className="flex h-[30px] min-w-0 flex-1 items-center gap-2 pr-9 pl-3.5 text-left focus-visible:-outline-offset-2"
      >
        <StatusMark shape={sign.shape} tone={sign.tone} label={sign.label} />
        <span className="min-w-14 truncate font-[540]">{tool.name || "(no name)"}</span>
        <span className="flex-1" />
        <Aside tool={tool} state={state} />
        {tool.cases && <CasesMark tool={tool} toolKey={id} formats={formats} />}
      </button>
      <span className="absolute right-1.5">
        <Menu
          align="end"
          trigger={
            <IconButton
              label={`More for ${tool.name}`}
              testId="tool-menu"
              className="opacity-60 focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
            >
              <Ellipsis size={14} />
            </IconButton>
          }
        >
          <MenuItem testId="tool-rename" onSelect={onRename}>
            Rename…
          </MenuItem>
          <MenuItem testId="tool-duplicate" onSelect={() => duplicateTool(id)}>
            Duplicate
          </MenuItem>
          <MenuItem
            testId="tool-faults"
            onSelect={() => setScreen({ dialog: "faults", faultsOf: tool.name })}
          >
            Faults…
          </MenuItem>
          <MenuItem onSelect={() => moveTool(id, -1)} why={position === 0 && "already first"}>
            Move up
          </MenuItem>
          <MenuItem onSelect={() => moveTool(id, 1)} why={last && "already last"}>
            Move down
          </MenuItem>
          <MenuItem testId="tool-remove" danger onSelect={() => setRemoving(true)}>
            Remove…
          </MenuItem>
        </Menu>
      </span>
      <Confirm
        open={removing}
        title={`Remove the tool ${tool.name}?`}
        action="Remove"
        onConfirm={() => removeTool(id)}
        onClose={() => setRemoving(false)}
      >
        <Removal name={tool.name} />
      </Confirm>
    </li>
  );
}

/** If another tool has the same name, everything that names the tool is kept for it. */
function Removal({ name }: { name: string }) {
  const workspace = useDraftPart((draft) => draft.workspace);
  const { rules, breakpoints, calls } = mentionsOf(workspace, name);
  const twin = workspace.agent.tools.filter((tool) => tool.name === name).length > 1;
  const more = twin ? "" : ruleText(rules, breakpoints);
  const sentences = [
    `Its schemas, rules and policy${more ? `, and ${more} for it,` : ""} are removed, too.`,
    calls > 0 && !twin && `${count(calls, "scripted call")} will ask for an unknown tool.`,
    "Runs that used it keep their own copy.",
  ];
  return sentences.filter(Boolean).join(" ");
}

function signOf(state: ToolState): { shape: Shape; tone: Tone; label: string } {
  switch (state.kind) {
    case "checking":
      return { shape: "dotted-ring", tone: "mute", label: "being checked" };
    case "duplicate":
      return { shape: "cross", tone: "fail", label: "duplicate name" };
    case "unusable":
      return { shape: "ring", tone: "fail", label: "schema unusable" };
    case "ok":
      if (!state.schema) return { shape: "dashed-ring", tone: "mute", label: "no input schema" };
      return { shape: "dot", tone: "ok", label: "schema usable" };
    default:
      return never(state, "tool state");
  }
}

/** The text at the end of a row: what is wrong, or else what is special. */
function Aside({ tool, state }: { tool: WorkspaceTool; state: ToolState }) {
  if (state.kind === "duplicate")
    return (
      <Badge shape="cross" tone="fail" status="duplicate">
        duplicate name
      </Badge>
    );
  if (state.kind === "unusable")
    return (
      <Badge shape="cross" tone="fail" status="unusable" title={state.reason}>
        schema unusable
      </Badge>
    );
  const words = [
    tool.handler === "client" && "client",
    state.kind === "ok" && !state.schema && "no schema",
    tool.runner.kind !== "responses" && tool.runner.kind,
  ].filter(Boolean);
  return (
    <>
      {state.kind === "ok" && state.warnings > 0 && (
        <Badge shape="triangle" tone="warn" status="warning">
          {state.warnings}
        </Badge>
      )}
      <span className="min-w-0 shrink-[3] truncate text-ink-3 text-xs">{words.join(" · ")}</span>
    </>
  );
}
