/** The text of a tool's schema as people see and edit it. */

import type { WorkspaceTool } from "../protocol/workspace";
import { printJson } from "../util/print-json";

export type Side = "input" | "output";

/** The text as typed, else the value written out; "" when there is none. */
export function schemaText(tool: WorkspaceTool, side: Side): string {
  const typed = side === "input" ? tool.inputText : tool.outputText;
  if (typed !== undefined) return typed;
  const value = tool[side];
  return value === undefined ? "" : printJson(value);
}
