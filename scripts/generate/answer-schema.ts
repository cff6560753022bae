import { z } from "zod";
import { decisionResponseSchema } from "../../lib/protocol/actions";
import { withoutSafeBounds } from "./json-schema";

/** What a worker may answer as a JSON Schema (2020-12): for the page, where a person answers in its place. */
export function answerJsonSchema() {
  const { $schema, ...schema } = z.toJSONSchema(decisionResponseSchema, {
    io: "input",
    override: withoutSafeBounds,
  });
  return { $schema, title: "A worker's answer", ...schema };
}
