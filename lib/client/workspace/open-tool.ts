/** From a recorded call to the place in today's workspace where it can be fixed. */

import { setScreen } from "@/lib/client/screen/screen";
import { schemaText } from "@/lib/protocol/schema-text";
import type { Side } from "@/lib/protocol/side";
import { type Draft, editTool, selectTool, useDraft } from "./draft";
import { withSchemaText } from "./edits";

/** The tool with that name and its key; null if the draft has none. */
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

/** Shows the settings that answer a tool's calls, at a rule if one is given. */
export function openRunner(key: string, rule: number | null): void {
  selectTool(key);
  setScreen({ toolTab: "runs", column: "tools", jump: rule === null ? null : { tool: key, rule } });
}

/** Replaces the schema in the editor and returns the replaced text. */
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
