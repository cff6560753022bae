import { canonical } from "../engine/calls";
import { argumentsFault } from "../engine/tool-input";
import type { Formats, Verdict } from "../protocol/verdict";
import { declareName } from "../schema/names";
import type { Checker } from "../schema/port";
import { isBlank } from "../util/blank";
import type { CheckAnswer, CheckBody } from "../wire/check";

type Direction = "input" | "output";

/** The schema as typed, else the value printed as a session prints it, so that places mean the same; a blank one is none. */
function schemaTextOf(tool: CheckBody["tool"], direction: Direction): string | undefined {
  const [typed, value] =
    direction === "input" ? [tool.inputText, tool.input] : [tool.outputText, tool.output];
  if (typed !== undefined) return isBlank(typed) ? undefined : typed;
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** What a session's engine would propose for arguments with this verdict; nothing for those that go through. */
function proposalFor(verdict: Verdict | undefined): Pick<CheckAnswer, "proposed"> {
  const error = verdict && argumentsFault(verdict);
  return error ? { proposed: { type: "tool.error", error, retryable: false } } : {};
}

/** One tool's schemas and name, and the texts tried against them, through the very checks that a session uses. */
export async function check(checker: Checker, body: CheckBody): Promise<CheckAnswer> {
  const formats: Formats = body.formats ?? body.tool.formats ?? "dialect";
  const declare = (direction: Direction) =>
    checker.declare({ text: schemaTextOf(body.tool, direction), formats, direction });
  const verdict = async (direction: Direction, text: string | undefined) => {
    if (text === undefined) return undefined;
    const schemaText = schemaTextOf(body.tool, direction);
    const schema =
      schemaText === undefined ? { kind: "none" as const } : { kind: "text" as const, text: schemaText };
    return checker.check({ key: direction, direction, text, schema, formats });
  };
  const result = body.result === undefined ? undefined : canonical(body.result);
  const [declaredInput, declaredOutput, input, output] = await Promise.all([
    declare("input"),
    declare("output"),
    verdict("input", body.arguments),
    verdict("output", result),
  ]);
  return {
    declaration: { input: declaredInput, output: declaredOutput, name: declareName(body.tool.name) },
    ...(input ? { input } : {}),
    ...(output ? { output } : {}),
    ...proposalFor(input),
  };
}
