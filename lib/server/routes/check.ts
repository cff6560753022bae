import { argumentsError } from "@/lib/engine/state/tool-input";
import { canonical, printJson } from "@/lib/json/print";
import { depthOfText } from "@/lib/json/tokens";
import { checkedValue } from "@/lib/protocol/checked-value";
import type { Side } from "@/lib/protocol/side";
import type { Formats, Verdict } from "@/lib/protocol/verdict";
import { declareName } from "@/lib/schema/lint/tool-names";
import type { Checker } from "@/lib/schema/port";
import { MAX_DEPTH } from "@/lib/server/http/read-body";
import { isBlank } from "@/lib/util/blank";
import type { CheckAnswer, CheckBody } from "@/lib/wire/check";
import type { CheckedVerdict } from "@/lib/wire/verdicts";

/** The schema's text, else its value printed as in a session, so that positions agree. Undefined when blank. */
function schemaTextOf(tool: CheckBody["tool"], direction: Side): string | undefined {
  const [typed, value] =
    direction === "input" ? [tool.inputText, tool.input] : [tool.outputText, tool.output];
  if (typed !== undefined) return isBlank(typed) ? undefined : typed;
  return value === undefined ? undefined : printJson(value);
}

/** What the engine would propose for arguments with this verdict; nothing for valid ones. */
function proposalFor(verdict: Verdict | undefined): Pick<CheckAnswer, "proposed"> {
  const error = verdict && argumentsError(verdict);
  return error ? { proposed: { type: "tool.error", error, retryable: false } } : {};
}

/** A value that is nested too deeply to be written as JSON is left out; the text has it. */
function withValue(verdict: Verdict, text: string): CheckedVerdict {
  if (verdict.status === "malformed" || verdict.status === "aborted") return verdict;
  const tooDeep = verdict.readAs === "json" && depthOfText(text) > MAX_DEPTH;
  return { ...verdict, value: tooDeep ? undefined : checkedValue(text, verdict) };
}

/** Checks a tool's schemas, its name and the given texts with the same checks that a session uses. */
export async function check({ checker }: { checker: Checker }, body: CheckBody): Promise<CheckAnswer> {
  const formats: Formats = body.formats ?? body.tool.formats ?? "dialect";
  const verdict = async (direction: Side, text: string | undefined) => {
    if (text === undefined) return undefined;
    const schemaText = schemaTextOf(body.tool, direction);
    const schema =
      schemaText === undefined ? { kind: "none" as const } : { kind: "text" as const, text: schemaText };
    return withValue(await checker.check({ key: direction, direction, text, schema, formats }), text);
  };
  // One after another, so that two threads do not compile the same schema.
  const both = async (direction: Side, text: string | undefined) => {
    const declared = await checker.declare({ text: schemaTextOf(body.tool, direction), formats, direction });
    return { declared, verdict: await verdict(direction, text) };
  };
  const result = body.result === undefined ? undefined : canonical(body.result);
  const [input, output] = await Promise.all([both("input", body.arguments), both("output", result)]);
  return {
    declaration: { input: input.declared, output: output.declared, name: declareName(body.tool.name) },
    ...(input.verdict ? { input: input.verdict } : {}),
    ...(output.verdict ? { output: output.verdict } : {}),
    ...proposalFor(input.verdict),
  };
}
