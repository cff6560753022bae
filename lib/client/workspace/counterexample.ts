/** The counterexamples that injected faults would send for the schemas in the draft, known before a run starts. */

import { useQueries } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import type { FaultRule } from "@/lib/protocol/fault";
import type { Workspace } from "@/lib/protocol/workspace";
import { brokenSides, type ToolSide } from "./broken-sides";

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
