"use client";
import { CircleDot } from "lucide-react";
import { toggleBreakpoint } from "@/lib/client/run/hold";
import { canStop, type RunControls } from "@/lib/client/run/run";
import { useSelection } from "@/lib/client/screen/use-selection";
import { useDraftPart, useToolNames } from "@/lib/client/workspace/draft";
import { equalJson } from "@/lib/json/equal";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import { capital } from "@/lib/view/text/format";
import { IconButton } from "../ui/button";
import { Menu, MenuCheck, MenuGroup } from "../ui/menu";

const GENERAL: { breakpoint: Breakpoint; label: string }[] = [
  { breakpoint: { on: "decision" }, label: "Every decision" },
  { breakpoint: { on: "retry" }, label: "Retry due" },
  { breakpoint: { on: "output rejected" }, label: "Output rejected" },
  { breakpoint: { on: "turn end" }, label: "Turn end" },
];
const VERDICTS = ["invalid", "malformed", "unchecked", "unknown tool"] as const;

/** The breakpoints: saved with the workspace, and set on the run on screen at once. */
export function BreakpointsMenu({ controls }: { controls: RunControls }) {
  const { session } = useSelection();
  const breakpoints = useDraftPart((draft) => draft.workspace.breakpoints) ?? [];
  const tools = useToolNames();
  const stops = breakpoints.flatMap((one) => (one.on === "tool" ? [one.name] : []));
  // A breakpoint for a tool that does not exist, as a file may have it, can be removed too.
  const names = [...new Set([...tools, ...stops])];
  const running = canStop(controls.status) ? session : null;
  const item = (breakpoint: Breakpoint, label: string) => (
    <MenuCheck
      key={label}
      checked={breakpoints.some((one) => equalJson(one, breakpoint))}
      onChange={() => void toggleBreakpoint(breakpoints, breakpoint, running)}
      testId="breakpoint"
    >
      {label}
    </MenuCheck>
  );
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={breakpoints.length > 0 ? `Breakpoints: ${breakpoints.length} set` : "Breakpoints"}
          testId="breakpoints"
          look={breakpoints.length > 0 ? "lit" : "quiet"}
        >
          <CircleDot size={15} />
        </IconButton>
      }
    >
      <MenuGroup label="Hold at">{GENERAL.map(({ breakpoint, label }) => item(breakpoint, label))}</MenuGroup>
      <MenuGroup label="Calls that are">
        {VERDICTS.map((verdict) => item({ on: "verdict", verdict }, capital(verdict)))}
      </MenuGroup>
      {names.length > 0 && (
        <MenuGroup label="Calls of">{names.map((name) => item({ on: "tool", name }, name))}</MenuGroup>
      )}
    </Menu>
  );
}
