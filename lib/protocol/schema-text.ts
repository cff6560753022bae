/** The text of a tool's schema as people see and edit it. */

import { printJson } from "@/lib/json/print";
import type { Side } from "./side";
import type { WorkspaceTool } from "./workspace";

/** The text as typed, or the value printed as JSON; "" if there is no schema. */
export function schemaText(tool: WorkspaceTool, side: Side): string {
  const typed = side === "input" ? tool.inputText : tool.outputText;
  if (typed !== undefined) return typed;
  const value = tool[side];
  return value === undefined ? "" : printJson(value);
}
