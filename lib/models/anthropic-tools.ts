/** Tools as Anthropic's API takes them: name, description and the input schema as declared, never edited. */
import type { LlmTool } from "../protocol/agent";
import { isBlank } from "../util/blank";

interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: unknown;
}

export function mapTools(tools: LlmTool[]): { tools: AnthropicTool[]; notes: string[] } {
  const notes: string[] = [];
  const mapped = tools.map((tool): AnthropicTool => {
    const { schema, note } = schemaSent(tool);
    if (note) notes.push(note);
    const { name, description } = tool;
    return { name, ...(description === undefined ? {} : { description }), input_schema: schema };
  });
  return { tools: mapped, notes };
}

/** The schema that goes to the model: the declared one; read from its text when only that is there; else any object. */
function schemaSent(tool: LlmTool): { schema: unknown; note?: string } {
  if (tool.input !== undefined) return { schema: tool.input };
  if (tool.inputText === undefined || isBlank(tool.inputText)) return { schema: { type: "object" } };
  try {
    return { schema: JSON.parse(tool.inputText) };
  } catch {
    return {
      schema: { type: "object" },
      note: `The input schema of ${tool.name} is not JSON: the model was told to send any object.`,
    };
  }
}
