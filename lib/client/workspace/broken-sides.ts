/** PURE. Which schemas an injected fault would break. */
import type { FaultRule } from "@/lib/protocol/fault";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import type { Workspace } from "@/lib/protocol/workspace";

export interface ToolSide {
  tool: string;
  side: Side;
  schema: string;
}

/** The most tools that are looked at for one rule. */
const TOOLS = 30;

/**
 * The schemas that a rule's fault would break; none for faults that break none. The model's faults strike calls of the
 * client's tools too.
 */
export function brokenSides(rule: FaultRule, { agent: { tools } }: Workspace): ToolSide[] {
  const side = sideOf(rule);
  if (side === null) return [];
  const name = rule.at === "tool" ? rule.name : undefined;
  return tools
    .filter(
      (tool) => (name === undefined || tool.name === name) && (side === "input" || tool.handler !== "client"),
    )
    .map((tool) => ({ tool: tool.name, side, schema: schemaText(tool, side) }))
    .filter(({ schema }) => schema.trim() !== "")
    .slice(0, TOOLS);
}

function sideOf({ what }: FaultRule): ToolSide["side"] | null {
  if (what.kind === "broken result") return "output";
  return what.kind === "invalid arguments" ? "input" : null;
}
