/** The `responses` runner: ordered rules, no code. The first rule whose condition holds answers. */
import type { Action } from "../protocol/actions";
import type { Trigger } from "../protocol/decision";
import type { ResponseRule } from "../protocol/workspace";
import { isBlank } from "../util/blank";

export type ToolExecute = Extract<Trigger, { type: "tool.execute" }>;

/** Whether the arguments, as raw text, satisfy a JSON Schema. */
export type CheckArguments = (schema: unknown, argumentsText: string) => Promise<boolean>;

/** The arguments as JSON text; blank ones are `{}` (D1). */
export const argumentsJson = (trigger: ToolExecute): string =>
  isBlank(trigger.arguments) ? "{}" : trigger.arguments;

/** The rule that answers this attempt. Conditions on arguments are checked only if the attempt number fits. */
export async function matchRule(
  rules: ResponseRule[],
  trigger: ToolExecute,
  check: CheckArguments,
): Promise<ResponseRule["then"] | undefined> {
  for (const { when, then } of rules) {
    if (when?.attempt !== undefined && when.attempt !== trigger.attempt) continue;
    if (when?.arguments === undefined || (await check(when.arguments, argumentsJson(trigger)))) return then;
  }
  return undefined;
}

/** The action by which a rule without `hang` settles the call; a rule without an outcome gives the result null. */
export function ruleAction(then: ResponseRule["then"]): Action {
  if (!then.error) return { type: "tool.result", result: then.result ?? null };
  const { message, retryable, code } = then.error;
  return {
    type: "tool.error",
    error: message,
    ...(retryable === undefined ? {} : { retryable }),
    ...(code === undefined ? {} : { code }),
  };
}
