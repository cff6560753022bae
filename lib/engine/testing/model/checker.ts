/**
 * A small world of tools and its verdicts. `f` takes a number `n` and promises an object or a text; what a text holds
 * says how its check goes: `slow` is cut off, a schema with `unusable` checks nothing.
 */
import type { AgentTool } from "@/lib/engine/testing/session";
import type { RetryOverride } from "../../../protocol/policy";
import type { CheckRequest, Verdict } from "../../../protocol/verdict";

export const TOOLS = ["f", "g", "h", "pick", "nobody"] as const;
export const RAW = ["{}", '{"n":1}', '{"n":"x"}', "{", "", "[]", '{"slow":1}'] as const;
export const RESULTS: readonly (string | number | object | null)[] = ["ok", { n: 1 }, 5, null, "7", "slow"];

export const toolsWith = (retry: (RetryOverride | undefined)[]): AgentTool[] => [
  { name: "f", input: { n: "number" }, output: "object or text", retry: retry[0] },
  { name: "g", retry: retry[1] },
  { name: "h", input: "unusable", output: "unusable" },
  { name: "pick", handler: "client", output: "object or text", retry: retry[2] },
];

const NOTHING = { findings: [], more: 0, notes: [] };

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text === "" ? "{}" : text) };
  } catch {
    return null;
  }
}

function inputVerdict(text: string, schema: string | null): Verdict {
  const value = parsed(text)?.json;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ...NOTHING, status: "malformed", error: "no object" };
  if (text.includes("slow")) return { ...NOTHING, status: "aborted", reason: "time", error: "not checked" };
  const wrong = schema !== null && "n" in value && typeof value.n !== "number";
  return wrong ? { ...NOTHING, status: "invalid", error: "/n: no number" } : { ...NOTHING, status: "valid" };
}

/** Whether a result keeps the promise `object or text`; a text is read as JSON where it parses (D16). */
function keepsPromise(text: string): boolean {
  const value = text === "" ? "" : (parsed(text) ?? { json: text }).json;
  return (
    !text.includes("slow") && (typeof value === "string" || (typeof value === "object" && value !== null))
  );
}

function outputVerdict(text: string): Verdict {
  if (text.includes("slow")) return { ...NOTHING, status: "aborted", reason: "time", error: "not checked" };
  return keepsPromise(text)
    ? { ...NOTHING, status: "valid" }
    : { ...NOTHING, status: "invalid", error: "neither object nor text" };
}

export function checkSmall({ direction, text, schema }: CheckRequest): Verdict {
  const given = schema.kind === "text" ? schema.text : null;
  const unusable = given?.includes("unusable") ?? false;
  const verdict = direction === "input" ? inputVerdict(text, unusable ? null : given) : outputVerdict(text);
  if (verdict.status === "malformed") return verdict;
  if (unusable || schema.kind === "no lineage")
    return { ...NOTHING, status: "unchecked", reason: "no schema to check by" };
  return verdict;
}
