/** What in a workspace names a tool, besides the tool itself: it follows when the tool is renamed and goes with it. */

import { equalJson } from "@/lib/json/equal";
import type { Workspace } from "@/lib/protocol/workspace";
import { compact, withTools } from "./edits";

const bears = ({ agent }: Workspace, name: string): boolean => agent.tools.some((tool) => tool.name === name);

/** Renames the tool at `index` and what names it; with `inScript` the scripted calls too. */
export function renameTool(
  workspace: Workspace,
  index: number,
  change: { name: string; inScript: boolean },
): Workspace {
  const old = workspace.agent.tools[index]?.name;
  if (old === undefined) return workspace;
  const tools = workspace.agent.tools.map((tool, i) => (i === index ? { ...tool, name: change.name } : tool));
  const renamed = renamedInRules(withTools(workspace, tools), old, change.name);
  if (!change.inScript || !renamed.script) return renamed;
  return {
    ...renamed,
    script: renamed.script.map((answer) => ({
      ...answer,
      ...(answer.calls && {
        calls: answer.calls.map((call) => (call.name === old ? { ...call, name: change.name } : call)),
      }),
    })),
  };
}

/**
 * Fault rules and breakpoints of `old` are of `name` from now on; not while another tool still is called `old`.
 */
function renamedInRules(workspace: Workspace, old: string, name: string): Workspace {
  if (old === name || bears(workspace, old)) return workspace;
  const { faults, breakpoints } = workspace;
  const rules = faults?.rules.map((rule) =>
    rule.at === "tool" && rule.name === old ? { ...rule, name } : rule,
  );
  const stops = breakpoints?.map((stop) =>
    stop.on === "tool" && stop.name === old ? { ...stop, name } : stop,
  );
  return compact({
    ...workspace,
    faults: faults && rules && { ...faults, rules },
    breakpoints: stops?.filter((stop, i) => stops.findIndex((one) => equalJson(one, stop)) === i),
  });
}

/** The tool at `index` is gone, and with the last one of its name go the fault rules and breakpoints that name it. */
export function withoutTool(workspace: Workspace, index: number): Workspace {
  const name = workspace.agent.tools[index]?.name;
  const rest = withTools(
    workspace,
    workspace.agent.tools.filter((_, i) => i !== index),
  );
  if (name === undefined || bears(rest, name)) return rest;
  const rules = rest.faults?.rules.filter((rule) => rule.at !== "tool" || rule.name !== name);
  const stops = rest.breakpoints?.filter((stop) => stop.on !== "tool" || stop.name !== name);
  const none = rules?.length === 0 && rest.faults?.rules.length !== 0;
  return compact({
    ...rest,
    faults: none || !rest.faults || !rules ? undefined : { ...rest.faults, rules },
    breakpoints: stops && stops.length > 0 ? stops : undefined,
  });
}

interface Mentions {
  rules: number;
  breakpoints: number;
  /** Of the scripted model: they stay, and call a tool that there is not. */
  calls: number;
  /** The worker's script has the name in quotes: only a person can change that. */
  inWorker: boolean;
}

/** What names a tool. */
export function mentionsOf(workspace: Workspace, name: string): Mentions {
  const { faults, breakpoints = [], script = [], worker } = workspace;
  const source = worker.kind === "script" ? worker.source : "";
  return {
    rules: (faults?.rules ?? []).filter((rule) => rule.at === "tool" && rule.name === name).length,
    breakpoints: breakpoints.filter((stop) => stop.on === "tool" && stop.name === name).length,
    calls: script.flatMap(({ calls = [] }) => calls).filter((call) => call.name === name).length,
    inWorker: name !== "" && ['"', "'", "`"].some((quote) => source.includes(`${quote}${name}${quote}`)),
  };
}
