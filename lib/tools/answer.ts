/** Checks that a worker's reply is a decision response (docs/contract.md#delivery, docs/contract.md#decision-responses). PURE. */

import { exceedsNodes } from "@/lib/json/value";
import { type Action, type DecisionResponse, decisionResponseSchema } from "../protocol/actions";
import type { Trigger } from "../protocol/decision";

type CheckedAnswer = { ok: true; response: DecisionResponse } | { ok: false; error: string };

/** Members that may hold any JSON. They are not validated, so only the size of the reply limits them. */
const FREE = new Set([
  "state",
  "result",
  "arguments",
  "detail",
  "payload",
  "data",
  "reasoning",
  "input",
  "output",
]);

/** Limits the values outside `FREE`: each wrong one costs an issue, and a worker may get all of them wrong. */
const MOST_VALUES = 250_000;

/**
 * Checks a reply that was parsed from JSON. `null` is the empty decision, and unknown members are ignored. It refuses a
 * wrong shape, a bare error message, and a result without a call id when the trigger is not about a call. The error names
 * the field.
 */
export function checkAnswer(value: unknown, trigger: Trigger): CheckedAnswer {
  if (value === null || value === undefined) return { ok: true, response: {} };
  if (exceedsNodes(value, MOST_VALUES, FREE))
    return { ok: false, error: `holds more than ${MOST_VALUES} values besides results, arguments and state` };
  const parsed = decisionResponseSchema.safeParse(value);
  if (!parsed.success) {
    const [first, ...rest] = parsed.error.issues;
    const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
    return { ok: false, error: `${first ? issueText(first, value) : "has the wrong shape"}${more}` };
  }
  const message = isEmpty(parsed.data) ? messageOf(value) : undefined;
  if (message !== undefined) return { ok: false, error: `is an error, not a decision: ${message}` };
  const stray = (parsed.data.actions ?? []).findIndex((action) => isStray(action, trigger));
  if (stray >= 0)
    return {
      ok: false,
      error: `needs actions[${stray}].id: ${trigger.type} is not about a call, so the action must name one`,
    };
  return { ok: true, response: parsed.data };
}

/** The message for people in a body that is not a decision: `error`, `message` or `detail`, as text or nested once. */
export function messageOf(value: unknown): string | undefined {
  for (const member of messageMembers(value)) {
    const text = typeof member === "string" ? member : messageMembers(member).find(isText);
    if (isText(text)) return text.trim().slice(0, 300);
  }
  return undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function messageMembers(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const members = value as Record<string, unknown>;
  return [members.error, members.message, members.detail];
}

const isEmpty = ({ messages, actions, state, agent }: DecisionResponse) =>
  !messages?.length && !actions?.length && (state ?? null) === null && agent === undefined;

const isStray = (action: Action, trigger: Trigger) =>
  (action.type === "tool.result" || action.type === "tool.error") &&
  action.id === undefined &&
  trigger.type !== "tool.execute";

type Issue = NonNullable<ReturnType<typeof decisionResponseSchema.safeParse>["error"]>["issues"][number];

function issueText(issue: Issue, value: unknown): string {
  const field = issue.path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text + (text && ".") + String(key)),
    "",
  );
  const name = field === "" ? "is refused" : `is refused at ${field}`;
  if (issue.code === "custom") return `${name}: ${issue.message}`;
  if (issue.code === "invalid_union" && issue.path.at(-1) === "type") {
    const given = issue.path.reduce<unknown>(memberOf, value);
    if (given === undefined) return `${name}: is required`;
    return `${name}: no action is called ${(JSON.stringify(given) ?? "that").slice(0, 100)}`;
  }
  const words =
    issue.code === "invalid_union" ? issue.errors.flat().slice(0, 2).map(wordsOf) : [wordsOf(issue)];
  return `${name}: ${words.join(", or ")}`;
}

const wordsOf = (issue: { message: string }) =>
  issue.message.replace(/^Invalid (input|option): /, "").replace(", received undefined", " (it is missing)");

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
