/** The inspector's view of one tool call: what came, what was found, and the six steps it went through. */

import { schemaTextOf } from "@/lib/engine/state/lineage";
import type { State } from "@/lib/engine/state/state";
import { type FormattedJson, formatJson } from "@/lib/json/exact";
import type { Formats } from "@/lib/protocol/verdict";
import { isBlank } from "@/lib/util/blank";
import { size, utf8Length } from "@/lib/view/text/format";
import { hasActions, responseLabel, type Tone } from "@/lib/view/text/labels";
import { executeOf, waitsFor } from "@/lib/view/timeline/attempts";
import { decisionOutcome, hasProposal, proposedIn } from "@/lib/view/timeline/decisions";
import { corruptedBy } from "@/lib/view/timeline/injected-faults";
import { causeText } from "@/lib/view/timeline/injected-text";
import type { CallRecord, DecisionRecord, Timeline } from "@/lib/view/timeline/records";
import { type CheckView, checkView } from "./check-view";

export type StepId = "raw" | "parsed" | "checked" | "proposed" | "taken" | "read";

export interface Step {
  id: StepId;
  label: string;
  /** The outcome in a word or two. */
  value: string;
  /** Null: not reached. */
  tone: Tone | null;
  /** The tab with the details. */
  tab: "call" | "decision" | "result";
}

export interface CallView {
  /** Name of the tool. */
  tool: string;
  /** The arguments exactly as they came. */
  argumentsText: string;
  size: string;
  /** The value, printed without loss; null when the text is not JSON. */
  parsed: FormattedJson | null;
  check: CheckView;
  /** The schema that places point into; null without one. */
  schema: string | null;
  /** Whether `format` was a rule: as the session's workspace says. */
  formats: Formats | undefined;
  /** The injected fault that changed the name or arguments the model gave, as text. */
  fault: string | null;
  steps: Step[];
}

export function callView(call: CallRecord, state: State, timeline: Timeline): CallView {
  const argumentsText = call.requested.arguments;
  const parsed: FormattedJson | null = isBlank(argumentsText)
    ? { text: "{}", kind: "object" }
    : formatJson(argumentsText);
  const schema = schemaTextOf(state, call.callId, "input");
  const check = checkView(call.classified?.verdict, call.classified?.declared, schema);
  const fault = corruptedBy(call);
  return {
    tool: call.requested.name,
    argumentsText,
    size: size(utf8Length(argumentsText)),
    parsed,
    check,
    schema,
    formats: state.settings?.workspace.formats,
    fault: fault && causeText(fault),
    steps: [
      { id: "raw", label: "raw", value: size(utf8Length(argumentsText)), tone: "ok", tab: "call" },
      parsedStep(call, parsed),
      checkedStep(call, check),
      proposedStep(call),
      takenStep(call, timeline),
      readStep(call),
    ],
  };
}

function parsedStep(call: CallRecord, parsed: FormattedJson | null): Step {
  const step = { id: "parsed", label: "parsed", tab: "call" } as const;
  const malformed = call.classified?.verdict.status === "malformed";
  if (parsed?.kind === "object" && !malformed) return { ...step, value: "object", tone: "ok" };
  const value = !parsed ? "not JSON" : parsed.kind === "object" ? "out of limits" : parsed.kind;
  return { ...step, value, tone: "fail" };
}

const CHECKED: Record<string, Tone> = {
  valid: "ok",
  invalid: "warn",
  malformed: "fail",
  unchecked: "mute",
  aborted: "fail",
};

function checkedStep(call: CallRecord, check: CheckView): Step {
  const step = { id: "checked", label: "checked", tab: "call" } as const;
  const { verdict } = check;
  if (!verdict) return { ...step, value: "not yet", tone: null };
  if (verdict.status === "malformed" && call.classified?.declared !== "no") {
    return { ...step, value: "skipped", tone: null };
  }
  return { ...step, value: check.summary, tone: verdict.sign?.tone ?? CHECKED[verdict.status] ?? "mute" };
}

/** The newest decision that ran the call. */
export const lastExecute = (call: CallRecord): DecisionRecord | undefined =>
  executeOf(call, call.attempts.at(-1)?.attempt ?? 0) ??
  call.decisions.findLast(({ trigger }) => trigger.type === "tool.execute");

function proposedStep(call: CallRecord): Step {
  const step = { id: "proposed", label: "proposed", tab: "decision" } as const;
  if (call.requested.handler === "client") return { ...step, value: "no decision", tone: "mute" };
  const decision = lastExecute(call);
  if (!decision || decision.deliveries.length === 0) return { ...step, value: "not yet", tone: null };
  const proposed = proposedIn(decision);
  if (!hasActions(proposed)) return { ...step, value: "nothing", tone: "mute" };
  return { ...step, value: (proposed?.actions ?? []).map((action) => action.type).join(", "), tone: "warn" };
}

const WAITING = { person: "waiting", client: "waiting", later: "left open", dropped: "open" };

function takenStep(call: CallRecord, timeline: Timeline): Step {
  const step = { id: "taken", label: "taken", tab: "decision" } as const;
  const settled = settledBy(call);
  if (settled) return { ...step, ...settled };
  const waits = waitsFor(call, timeline);
  if (waits) return { ...step, value: WAITING[waits], tone: "accent" };
  const decision = lastExecute(call);
  const outcome = decision ? decisionOutcome(decision) : null;
  if (!decision || !outcome) return { ...step, value: "not yet", tone: null };
  if (outcome === "taken")
    return { ...step, value: hasProposal(decision) ? "proposal" : "nothing", tone: "accent" };
  if (outcome === "own answer") return { ...step, value: ownAnswerLabel(decision), tone: "accent" };
  return { ...step, value: outcome === "failed" ? "not delivered" : "dropped", tone: "fail" };
}

/** "result" rather than "tool.result": the step has little room. */
const ownAnswerLabel = (decision: DecisionRecord): string =>
  responseLabel({ actions: decision.completed?.returned?.actions }).replaceAll("tool.", "");

/** Outcomes that no decision of the worker brought about. */
function settledBy(call: CallRecord): Pick<Step, "value" | "tone"> | null {
  const by = call.completed?.by ?? call.failed?.cause;
  if (by === "person") return { value: "a person", tone: "accent" };
  if (by === "client") return { value: "the client", tone: "accent" };
  if (by === "attempt timeout" || by === "total timeout") return { value: "timed out", tone: "fail" };
  if (by === "restart") return { value: "server stopped", tone: "fail" };
  return call.voided ? { value: "voided", tone: "mute" } : null;
}

function readStep(call: CallRecord): Step {
  const step = { id: "read", label: "model read", tab: "result" } as const;
  if (!call.message) return { ...step, value: call.voided ? "nothing" : "not yet", tone: null };
  return call.completed
    ? { ...step, value: "result", tone: "ok" }
    : { ...step, value: "error text", tone: "mute" };
}
