/** From a recorded call to the place in today's workspace where it can be fixed. */

import { setScreen } from "@/lib/client/screen/screen";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import { type Draft, editTool, selectTool, useDraft } from "./draft";
import { withSchemaText } from "./edits";

/** A tool of the draft with its key; null when it has none of that name. */
export function toolNamed(draft: Draft | null, name: string) {
  const tools = draft?.workspace.agent.tools ?? [];
  const index = tools.findIndex((tool) => tool.name === name);
  const [tool, key] = [tools[index], draft?.toolKeys[index]];
  return tool && key !== undefined ? { tool, key } : null;
}

/** The key of the tool with that name, if the draft has one. */
export const useToolKey = (name: string): string | undefined =>
  useDraft(({ draft }) => toolNamed(draft, name)?.key);

/** Shows a schema in the editor, at the rule with that pointer. */
export function openSchema(key: string, side: Side, pointer: string): void {
  selectTool(key);
  setScreen({ toolTab: side, column: "tools", jump: { tool: key, schema: side, pointer } });
}

/** Shows who answers a tool's calls, at a rule where one is named. */
export function openRunner(key: string, rule: number | null): void {
  selectTool(key);
  setScreen({ toolTab: "runs", column: "tools", jump: rule === null ? null : { tool: key, rule } });
}

/** Puts a schema in the place of the one in the editor and says how to take it back, as long as it stands there. */
export function putSchema(key: string, side: Side, text: string): { before: string } {
  let before = "";
  editTool(key, (tool) => {
    before = schemaText(tool, side);
    return withSchemaText(tool, side, text);
  });
  selectTool(key);
  setScreen({ toolTab: side });
  return { before };
}
