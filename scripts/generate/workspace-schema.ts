import { z } from "zod";
import { workspaceSchema } from "../../lib/protocol/workspace";
import { withoutSafeBounds } from "./json-schema";

/** The workspace file as a JSON Schema (2020-12), for editors and for programs that write such files. */
export function workspaceJsonSchema() {
  const { $schema, ...schema } = z.toJSONSchema(workspaceSchema, {
    io: "input",
    override: withoutSafeBounds,
  });
  const description = "A Callscope workspace: tools with their schemas, a model, and what runs the calls.";
  return { $schema, title: "Callscope workspace", description, ...schema };
}
