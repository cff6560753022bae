import { z } from "zod";
import { decisionResponseSchema } from "../../lib/protocol/actions";
import { withoutSafeBounds } from "./json-schema";

/** The answer of a worker as a JSON Schema (2020-12), for the page, where a person can answer in its place. */
export function answerJsonSchema() {
  const { $schema, ...schema } = z.toJSONSchema(decisionResponseSchema, {
    io: "input",
    override: withoutSafeBounds,
  });
  return { $schema, title: "A worker's answer", ...schema };
}
