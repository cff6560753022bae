/** Verdicts for engine tests: parsed, then checked by a bare validator. Wording and places are the schema suite's matter. */
import Ajv2020 from "ajv/dist/2020";
import type { CheckRequest, Verdict } from "../../protocol/verdict";

const empty = { findings: [], more: 0, notes: [] };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function against(schemaText: string, value: unknown): Verdict {
  try {
    const validate = new Ajv2020({ strict: false, allErrors: true, logger: false }).compile(
      JSON.parse(schemaText),
    );
    if (validate(value)) return { ...empty, status: "valid", value };
    const lines = (validate.errors ?? [])
      .slice(0, 3)
      .map((e) => [e.instancePath, e.message].filter(Boolean).join(": "));
    return { ...empty, status: "invalid", value, error: lines.join("; ") };
  } catch {
    return { ...empty, status: "unchecked", value, reason: "schema unusable" };
  }
}

export function check(request: CheckRequest): Verdict {
  const text = request.direction === "input" && request.text.trim() === "" ? "{}" : request.text;
  const parsed = parse(text);
  const value = request.direction === "output" ? (parsed ?? request.text) : parsed;
  if (request.direction === "input" && !isObject(value)) {
    return { ...empty, status: "malformed", error: "arguments must be a JSON object" };
  }
  if (request.schema.kind === "text") return against(request.schema.text, value);
  if (request.schema.kind === "no lineage")
    return { ...empty, status: "unchecked", value, reason: "no lineage" };
  return { ...empty, status: "valid", value, reason: request.schema.kind };
}
