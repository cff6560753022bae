/** The counterexamples that injected faults would send for the schemas in the draft, known before a run starts. */

import { useQueries } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import type { FaultRule } from "@/lib/protocol/fault";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import type { Workspace } from "@/lib/protocol/workspace";

interface ToolSide {
  tool: string;
  side: Side;
  schema: string;
}

/** The most tools that are looked at for one rule. */
const TOOLS = 30;

/**
 * The schemas that a rule's fault would break; none for faults that break none. The model's faults strike calls of the
 * client's tools too.
 *
 * @internal exported for its test
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

export interface SideCounterexample extends ToolSide {
  /** The text that the fault would send; null: none was found. */
  text: string | null;
}

/** Only those that have arrived. */
export function useCounterexamples(rule: FaultRule, workspace: Workspace): SideCounterexample[] {
  const sides = brokenSides(rule, workspace);
  const { formats } = workspace;
  const answers = useQueries({
    queries: sides.map(({ side, schema }) => ({
      queryKey: ["counterexample", side, schema, formats],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.counterexample({ direction: side, schema, ...(formats && { formats }) }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    })),
  });
  return sides.flatMap((side, i) => {
    const data = answers[i]?.data;
    return data ? [{ ...side, text: data.text }] : [];
  });
}
