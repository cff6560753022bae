"use client";
import type { ReactNode } from "react";
import { CasesTab } from "@/components/workspace/cases/cases-tab";
import { RunsAs } from "@/components/workspace/runs-as/runs-as";
import { SchemaTab } from "@/components/workspace/schema/schema-tab";
import { setScreen, type ToolTab, useScreen } from "@/lib/client/screen/screen";
import { type Draft, editTool, useDraftPart } from "@/lib/client/workspace/draft";
import { useToolStates } from "@/lib/client/workspace/tool-checks";
import type { WorkspaceTool } from "@/lib/protocol/workspace";
import { StatusMark } from "../ui/status";
import { TabPanel, Tabs } from "../ui/tabs";
import { PolicyTab } from "./policy-tab";

/** The column has no space for two words. */
const schema = <span className="sr-only"> schema</span>;

const TABS: { id: ToolTab; label: ReactNode }[] = [
  { id: "input", label: <>Input{schema}</> },
  { id: "output", label: <>Output{schema}</> },
  { id: "runs", label: "Runs as" },
  { id: "policy", label: "Policy" },
  { id: "cases", label: "Cases" },
];

const selectedTool = ({ selected, toolKeys, workspace }: Draft): WorkspaceTool | undefined =>
  selected === null ? undefined : workspace.agent.tools[toolKeys.indexOf(selected)];

/** The selected tool: its description, schemas, what answers its calls, its retry policy and its cases. */
export function ToolPane() {
  const tab = useScreen((screen) => screen.toolTab);
  const key = useDraftPart((draft) => draft.selected);
  const tool = useDraftPart(selectedTool);
  const states = useToolStates();
  if (!tool || !key) return null;
  const state = states.get(key);
  const broken = state?.kind === "unusable" ? state.side : null;
  const mark = <StatusMark shape="cross" tone="fail" label="unusable" />;
  return (
    <section aria-label={`Tool ${tool.name}`} className="flex min-h-0 flex-1 flex-col border-line border-t">
      <input
        aria-label="Description"
        data-testid="tool-description"
        className="h-8 shrink-0 bg-transparent px-3.5 text-ink-2 text-xs placeholder:text-ink-3 focus-visible:-outline-offset-2"
        placeholder="Description: the model reads it to decide when to call"
        value={tool.description ?? ""}
        onChange={(event) => editTool(key, (now) => ({ ...now, description: event.target.value }))}
      />
      <Tabs
        label="Tool"
        value={tab}
        onChange={(next) => setScreen({ toolTab: TABS.find(({ id }) => id === next)?.id })}
        tabs={TABS.map((item) => ({ ...item, extra: item.id === broken ? mark : undefined }))}
        className="flex-1"
      >
        <TabPanel id={tab} className="flex flex-col">
          {(tab === "input" || tab === "output") && (
            <SchemaTab key={tab} tool={tool} toolKey={key} side={tab} />
          )}
          {tab === "runs" && <RunsAs tool={tool} toolKey={key} />}
          {tab === "policy" && <PolicyTab tool={tool} toolKey={key} />}
          {tab === "cases" && <CasesTab key={key} tool={tool} toolKey={key} />}
        </TabPanel>
      </Tabs>
    </section>
  );
}
