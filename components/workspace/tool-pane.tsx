"use client";
import type { ReactNode } from "react";
import { CasesTab } from "@/components/workspace/cases/cases-tab";
import { RunsAs } from "@/components/workspace/runs-as/runs-as";
import { SchemaTab } from "@/components/workspace/schema/schema-tab";
import { setScreen, type ToolTab, useScreen } from "@/lib/client/screen/screen";
import { type Draft, editTool } from "@/lib/client/workspace/draft";
import type { ToolState } from "@/lib/client/workspace/tool-checks";
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

/** The selected tool: its description, schemas, what answers its calls, its retry policy and its cases. */
export function ToolPane({ draft, state }: { draft: Draft; state: ToolState | undefined }) {
  const tab = useScreen((screen) => screen.toolTab);
  const index = draft.selected ? draft.toolKeys.indexOf(draft.selected) : -1;
  const tool = draft.workspace.agent.tools[index];
  const key = draft.selected;
  if (!tool || !key) return null;
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
          {tab === "runs" && <RunsAs draft={draft} tool={tool} toolKey={key} />}
          {tab === "policy" && <PolicyTab draft={draft} tool={tool} toolKey={key} />}
          {tab === "cases" && <CasesTab key={key} draft={draft} tool={tool} toolKey={key} />}
        </TabPanel>
      </Tabs>
    </section>
  );
}
