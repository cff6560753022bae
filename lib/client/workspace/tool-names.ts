/** References to a tool in a workspace. They are updated when the tool is renamed and removed with it. */

import { equalJson } from "@/lib/json/equal";
import type { Workspace } from "@/lib/protocol/workspace";
import { compact, withTools } from "./edits";

const bears = ({ agent }: Workspace, name: string): boolean => agent.tools.some((tool) => tool.name === name);

/** Renames the tool at `index` and its references; with `inScript` also the scripted calls. */
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
 * Renames the tool in fault rules and breakpoints, unless another tool still has the old name.
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

/** Removes the tool at `index`. If no other tool has its name, its fault rules and breakpoints are removed too. */
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
  /** Scripted calls. They stay and call an unknown tool. */
  calls: number;
  /** The worker's script contains the name in quotes, which only the user can change. */
  inWorker: boolean;
}

/** Counts the references to a tool. */
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
