/** The inspector's view of how a call ended: as returned, as a string, checked, and as the model reads it. */

import type { FactOf } from "@/lib/engine/log/facts";
import { schemaTextOf } from "@/lib/engine/state/lineage";
import type { State } from "@/lib/engine/state/state";
import type { Formats } from "@/lib/protocol/verdict";
import { contentText } from "@/lib/view/text/message-text";
import { executeOf } from "@/lib/view/timeline/attempts";
import { cutBy, endedBy } from "@/lib/view/timeline/injected-faults";
import { causeText } from "@/lib/view/timeline/injected-text";
import type { CallRecord } from "@/lib/view/timeline/records";
import { type CheckView, checkView } from "./check-view";

export interface ResultView {
  /** Name of the tool. */
  tool: string;
  outcome: "open" | "completed" | "rejected" | "failed" | "voided";
  /** Who settled it. */
  by: string | null;
  /** The injected fault that ended it, as text. */
  fault: string | null;
  /** The value of the worker's `tool.result`, if it was not a string; otherwise null. */
  returned: { value: unknown } | null;
  /** The string that was checked and, unless rejected, goes to the model. */
  canonical: string | null;
  /** How to colour the string. */
  language: "json" | "text";
  readAs: "json" | "text" | null;
  check: CheckView | null;
  schema: string | null;
  /** Whether `format` was a rule: as the session's workspace says. */
  formats: Formats | undefined;
  error: { text: string; code: string | null; retryable: boolean; detail: unknown } | null;
  /** The text of the tool message; null when there is none. */
  modelRead: string | null;
  /** Why there is no text for the model yet. */
  unread: string | null;
}

export function resultView(call: CallRecord, state: State): ResultView {
  const canonical = call.completed?.result ?? call.rejected?.result ?? null;
  const verdict = call.completed?.output ?? call.rejected?.verdict;
  const schema = schemaTextOf(state, call.callId, "output");
  return {
    tool: call.requested.name,
    outcome: outcomeOf(call),
    by: settlerOf(call),
    fault: injectedCause(call),
    returned: canonical === null ? null : returnedValue(call, canonical),
    canonical,
    language: isJson(canonical ?? "") ? "json" : "text",
    readAs: verdict?.readAs ?? null,
    check: verdict ? checkView(verdict, undefined, schema) : null,
    schema,
    formats: state.settings?.workspace.formats,
    error: call.failed ? errorOf(call.failed) : null,
    modelRead: call.message ? contentText(state.nodes.get(call.message.message.id)?.message ?? {}) : null,
    unread: call.message ? null : unreadReason(call),
  };
}

/** Longer results are shown without colours and not parsed for them. */
const COLOURED = 200_000;

function isJson(text: string): boolean {
  if (text.length > COLOURED) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const settlerOf = ({ completed, failed }: CallRecord): string | null =>
  completed?.by ?? (failed && failed.cause !== "output" ? failed.cause : null);

function injectedCause(call: CallRecord): string | null {
  const newest = call.attempts.at(-1);
  const fault = newest && (endedBy(call, newest) ?? cutBy(call, newest));
  if (!fault) return null;
  return fault.rule.what.kind === "cut result"
    ? `the worker, cut off by ${causeText(fault)}`
    : causeText(fault);
}

const errorOf = ({ error, code, retryable, detail }: FactOf<"tool.call.errored">): ResultView["error"] => ({
  text: error,
  code: code ?? null,
  retryable,
  detail,
});

function outcomeOf(call: CallRecord): ResultView["outcome"] {
  if (call.completed) return "completed";
  if (call.rejected) return "rejected";
  if (call.failed) return "failed";
  return call.voided ? "voided" : "open";
}

function unreadReason(call: CallRecord): string {
  if (call.voided) return `Nothing: the call was voided (${call.voided.reason}).`;
  if (call.completed || call.failed) return "Not recorded: no tool message for this call has been written.";
  return "Nothing yet: the call is open.";
}

/** The worker's own answer holds the value before it became a string. */
function returnedValue(call: CallRecord, canonical: string): { value: unknown } | null {
  const attempt = call.completed?.attempt ?? call.rejected?.attempt ?? 0;
  const actions = executeOf(call, attempt)?.completed?.returned?.actions ?? [];
  const action = actions.find(
    (candidate) => candidate.type === "tool.result" && (candidate.id ?? call.callId) === call.callId,
  );
  if (action?.type !== "tool.result" || action.result === canonical) return null;
  return { value: action.result };
}
