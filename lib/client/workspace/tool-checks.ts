/** The state of each tool's schemas, before a run starts. */

import { useToolChecks } from "@/lib/client/queries/check";
import { useCheckBodies } from "./check-bodies";
import { useDraftPart, useToolNames } from "./draft";
import { stateOf, type ToolState } from "./tool-state";

/** Tool key → state, for the tools of the draft. */
export function useToolStates(): Map<string, ToolState> {
  const toolKeys = useDraftPart((draft) => draft.toolKeys);
  const names = useToolNames();
  const bodies = useCheckBodies((store) => store.bodies);
  const checks = useToolChecks(bodies);
  const answers = new Map([...bodies.keys()].map((key, i) => [key, checks[i]]));
  return new Map(
    toolKeys.map((key, i) => {
      const duplicate = names.filter((name) => name === names[i]).length > 1;
      return [key, stateOf(answers.get(key), duplicate)];
    }),
  );
}
