/** Explains a call step by step in sentences, from the text the model sent to the text it read. */

import type { State } from "@/lib/engine/state/state";
import { count, excerpt } from "@/lib/view/text/format";
import { hasActions, responseLabel } from "@/lib/view/text/labels";
import { contentText } from "@/lib/view/text/message-text";
import { proposedIn } from "@/lib/view/timeline/decisions";
import { cutBy, endedBy } from "@/lib/view/timeline/injected-faults";
import { causeText } from "@/lib/view/timeline/injected-text";
import type { CallRecord } from "@/lib/view/timeline/records";
import { type CallView, lastExecute, type Step, type StepId } from "./call-view";
import { brokenRules } from "./check-view";

export interface ExplainedStep extends Step {
  text: string;
}

interface Explained {
  call: CallRecord;
  view: CallView;
  step: Step;
  state: State;
}

/** Longer texts are cut; the tab that the step links to shows them in full. */
const QUOTED = 220;
const quote = (text: string): string => (text === "" ? "an empty text" : `“${excerpt(text, QUOTED)}”`);

export const explainedSteps = (call: CallRecord, view: CallView, state: State): ExplainedStep[] =>
  view.steps.map((step) => ({ ...step, text: TEXTS[step.id]({ call, view, step, state }) }));

const TEXTS: Record<StepId, (explained: Explained) => string> = {
  raw: ({ call, view }) => {
    if (view.fault)
      return `Not as the model sent it, but as changed by ${view.fault}: ${view.size} of arguments.`;
    const by = call.requested.llm_call_id ? "The model sent" : "The worker made this call with";
    return view.argumentsText === "" ? `${by} no characters at all.` : `${by} ${view.size} of arguments.`;
  },
  parsed: parsedText,
  checked: checkedText,
  proposed: proposedText,
  taken: (explained) => injectedText(explained.call) ?? takenText(explained),
  read: readText,
};

function parsedText({ view: { parsed, check }, step }: Explained): string {
  if (step.tone === "ok") return "They are a JSON object, as required.";
  const [first] = check.findings;
  const reason = first ? `${first.subject}${first.message}` : null;
  if (parsed && reason) return `They are JSON but not an object: ${reason}.`;
  const where = first?.line ? ` (line ${first.line}, column ${first.column})` : "";
  return reason ? `They are not valid JSON: ${reason}${where}.` : "They are not valid JSON.";
}

function checkedText({ call, view }: Explained): string {
  const { verdict } = view.check;
  if (!verdict) return "They have not been checked yet.";
  if (call.classified?.declared === "no")
    return `Not checked: the request that the model answered offered no tool of this name${view.fault ? `, which ${view.fault} gave it` : ""}.`;
  switch (verdict.status) {
    case "valid":
      return view.check.reason
        ? "There is no input schema, so they were not checked."
        : "They meet the input schema.";
    case "malformed":
      return "Not validated: the arguments are not a JSON object.";
    case "invalid":
      return brokenText(view.check);
    case "unchecked":
      return `Passed unchecked: ${view.check.reason ?? "the schema could not be used"}.`;
    case "aborted":
      return `The check was cut off: ${view.check.reason ?? "a limit was passed"}.`;
  }
}

/** For alternatives, only the rules of the closest one are counted, as shown. */
function brokenText(check: CallView["check"]): string {
  const { shown, others } = brokenRules(check);
  const rules = `${count(shown.length + check.more, "rule")} of the input schema`;
  const more = others > 0 ? `, and ${others} in other alternatives` : "";
  return `They break ${rules}${more}: ${firstOf(shown)}.`;
}

const firstOf = ([first]: CallView["check"]["findings"]): string =>
  first ? `${first.subject}${first.message}` : "unknown which";

function proposedText({ call }: Explained): string {
  if (call.requested.handler === "client") return "The worker was not asked: the client runs this tool.";
  const decision = lastExecute(call);
  if (!decision || (decision.deliveries.length === 0 && decision.holds.length === 0))
    return "The worker has not been asked yet.";
  const proposed = proposedIn(decision);
  if (!hasActions(proposed)) return "The engine proposed nothing, so the worker runs the tool.";
  const error = proposed?.actions?.find((action) => action.type === "tool.error");
  if (error?.type === "tool.error")
    return `The engine proposed to answer with the error ${quote(error.error)}.`;
  return `The engine proposed: ${responseLabel(proposed)}.`;
}

/** The text of the error that the engine proposed to answer a call with. */
function proposedError(call: CallRecord): string | null {
  const decision = lastExecute(call);
  const actions = (decision && proposedIn(decision)?.actions) ?? [];
  const error = actions.find((action) => action.type === "tool.error");
  return error?.type === "tool.error" ? error.error : null;
}

function takenText({ call, step }: Explained): string {
  const by = call.completed?.by ?? call.failed?.cause;
  if (by === "person") return `A person answered it: ${outcomeText(call)}.`;
  if (by === "client") return `The client answered it: ${outcomeText(call)}.`;
  if (step.value === "timed out") return `Nobody answered in time: ${quote(call.failed?.error ?? "")}.`;
  if (step.value === "server stopped") return "The server stopped while it ran.";
  if (call.voided) return `The call was voided (${call.voided.reason}).`;
  if (step.value === "proposal") return "The worker accepted the proposal unchanged.";
  if (call.rejected) return "The worker returned a result, and the engine rejected it by the output schema.";
  if (call.completed || call.failed) return `The worker answered: ${outcomeText(call)}.`;
  return OPEN[step.value] ?? `Open: ${step.value}.`;
}

/** What an injected fault did instead of the worker; null if none ended the call. */
function injectedText(call: CallRecord): string | null {
  const newest = call.attempts.at(-1);
  const fault = newest && (endedBy(call, newest) ?? cutBy(call, newest));
  if (!fault) return null;
  const by = causeText(fault);
  const cut = fault.rule.what.kind === "cut result";
  if (call.rejected)
    return `${cut ? `The worker's result was cut off by ${by}` : `The result was made by ${by}`}, and the engine rejected it by the output schema.`;
  if (cut) return `The worker answered, cut off by ${by}: ${outcomeText(call)}.`;
  if (call.voided)
    return `The worker could not be reached because of ${by}: the call was voided (${call.voided.reason}).`;
  if (call.failed?.cause === "worker") return `Not run, answered by ${by}: ${outcomeText(call)}.`;
  return `Nobody answered in time because of ${by}${call.failed ? `: ${quote(call.failed.error)}` : ""}.`;
}

const OPEN: Record<string, string> = {
  "not yet": "Nothing has come back yet.",
  waiting: "It is waiting for an answer.",
  "left open": "The worker left it open, to answer later.",
  open: "An interrupt came before the worker's answer: a person or the worker may still settle it.",
  nothing: "The worker accepted the empty proposal.",
  "not delivered": "The worker could not be asked.",
  dropped: "The decision was dropped because its attempt was over.",
};

const outcomeText = ({ completed, failed }: CallRecord): string =>
  completed ? `the result ${quote(completed.result)}` : `the error ${quote(failed?.error ?? "")}`;

function readText({ call, step, view, state }: Explained): string {
  if (!call.message)
    return call.voided ? "The model never reads a result." : "The model has not read a result yet.";
  const text = contentText(state.nodes.get(call.message.message.id)?.message ?? {});
  const taken = view.steps.some(({ id, value }) => id === "taken" && value === "proposal");
  if (taken && text === proposedError(call)) return "The model reads that error text.";
  return `The model reads ${step.value === "result" ? "the result" : "the error text"} ${quote(text)}.`;
}
