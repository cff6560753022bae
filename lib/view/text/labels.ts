/** The short words for what happened: badges, texts beside bars, headlines. Plain, specific, no jargon of ours. */
import type { FactOf, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import { heldAnswerWords, heldWords } from "@/lib/engine/state/status";
import type { ResolvedPolicy } from "@/lib/protocol/policy";
import type { RecordedVerdict, VerdictStatus } from "@/lib/protocol/verdict";
import type {
  AttemptRecord,
  CallRecord,
  DecisionRecord,
  Hold,
  ModelRecord,
  Timeline,
} from "@/lib/view/timeline/records";
import { count, limit } from "./format";

export type Tone = "ok" | "warn" | "fail" | "mute" | "accent" | "violet";
export type Shape =
  | "dot"
  | "triangle"
  | "cross"
  | "ring"
  | "dashed-ring"
  | "diamond"
  | "hollow-diamond"
  | "dotted-ring"
  | "bolt"
  | "none";

export interface Sign {
  shape: Shape;
  tone: Tone;
}

/** A verdict as a badge: the status it counts as, the word on it, and a sign where the status' own would mislead. */
export interface VerdictWord {
  status: VerdictStatus;
  word: string;
  sign?: Sign;
  /** The rest of the story, for a tooltip. */
  title?: string;
}

type Declared = FactOf<"input.classified">["declared"];

/** `null` while a call is not classified. */
export function verdictWord(
  verdict: RecordedVerdict | undefined,
  declared: Declared | undefined,
): VerdictWord | null {
  if (!verdict) return null;
  const { status } = verdict;
  if (declared === "no")
    return { status, word: "unknown tool", sign: { shape: "cross", tone: "fail" }, title: UNKNOWN_TOOL };
  const reason = "reason" in verdict ? verdict.reason : undefined;
  if (status === "valid" && reason) {
    return { status, word: "no schema", sign: { shape: "dashed-ring", tone: "mute" }, title: reason };
  }
  if (status === "unchecked" && !reason?.includes("lineage")) {
    return {
      status,
      word: "schema unusable",
      sign: { shape: "dashed-ring", tone: "fail" },
      title: `let through unchecked: ${reason}`,
    };
  }
  return { status, word: status, title: reason };
}

const UNKNOWN_TOOL = "the model named a tool that its request did not offer";

/** Whether a verdict is something to look at: a call that was checked and found good, or had no rule, is not. */
export const isProblem = (verdict: RecordedVerdict | undefined, declared: Declared | undefined): boolean => {
  const word = verdictWord(verdict, declared);
  return word !== null && word.word !== "valid" && word.word !== "no schema" && word.word !== "unchecked";
};

/** The first thing wrong, and how many more there are. */
export function faultText(verdict: RecordedVerdict): string {
  const first = verdict.findings[0];
  if (!first) return "error" in verdict ? verdict.error : "";
  const more = verdict.findings.length - 1 + verdict.more;
  return more > 0 ? `${first.message} · ${more} more` : first.message;
}

/** "deadline exceeded (attempt limit 0.5 s, set by tool)": which limit, how long, and the layer that set it. */
export function timeoutText(
  which: "attempt timeout" | "total timeout",
  policy: ResolvedPolicy | undefined,
): string {
  const field = which === "attempt timeout" ? "attempt_timeout_secs" : "total_timeout_secs";
  const name = which === "attempt timeout" ? "attempt limit" : "total limit";
  if (!policy) return `deadline exceeded (${name})`;
  return `deadline exceeded (${name} ${limit(policy.policy[field])}, set by ${policy.layers[field]})`;
}

type Errored = FactOf<"tool.call.errored" | "llm.call.errored">;

/** Which limit ended an attempt; null when something else did. A model call's fact does not say: its deadlines do. */
export function timeoutOf(attempt: AttemptRecord): "attempt timeout" | "total timeout" | null {
  const { end, started } = attempt;
  if (end?.type === "tool.call.errored") {
    return end.cause === "attempt timeout" || end.cause === "total timeout" ? end.cause : null;
  }
  if (end?.type !== "llm.call.errored" || end.code !== "deadline_exceeded") return null;
  const total = started?.total_deadline_at;
  if (total !== undefined && total <= end.at) return "total timeout";
  return started?.deadline_at !== undefined && started.deadline_at <= end.at ? "attempt timeout" : null;
}

/** "503 upstream · retryable", or which limit was hit. */
export function errorText(end: Errored, attempt: AttemptRecord, policy: ResolvedPolicy | undefined): string {
  const timeout = timeoutOf(attempt);
  if (timeout) return timeoutText(timeout, policy);
  if (end.type === "tool.call.errored" && end.cause === "restart") return `${end.error} (server restart)`;
  return end.retryable ? `${end.error} · retryable` : end.error;
}

export const policyOf = (record: CallRecord | ModelRecord): ResolvedPolicy | undefined =>
  record.requested.policy;

/** What comes after "held": "by breakpoint: invalid call", "step by step". */
export const heldBy = ({ held: { why } }: Hold): string =>
  "step" in why ? heldWords(why) : `by ${heldWords(why)}`;

/** The same and where it stands: "by breakpoint: invalid call, before it goes to the worker". */
export function holdText(hold: Hold, { origin }: Pick<Timeline, "origin">): string {
  const { answer, decision_id } = hold.held;
  const stage = answer
    ? `with ${heldAnswerWords(origin?.origin, decision_id)}`
    : "before it goes to the worker";
  return `${heldBy(hold)}, ${stage}`;
}

/** Whether the engine proposed anything to do. */
export const hasActions = (packed: PackedResponse | undefined): boolean => (packed?.actions?.length ?? 0) > 0;

export const proposedIn = (decision: DecisionRecord): PackedResponse | undefined =>
  decision.deliveries[0]?.dispatched.proposed ?? decision.holds[0]?.held.proposed;

/** Whether the engine proposed actions or messages. */
export function hasProposal(decision: DecisionRecord): boolean {
  const proposed = proposedIn(decision);
  return hasActions(proposed) || (proposed?.messages?.add.length ?? 0) > 0 || proposed?.agent !== undefined;
}

/** "2 × tool.call, message": what an answer does, in the order it does it. */
export function responseWords(packed: PackedResponse | undefined): string {
  const tally = new Map<string, number>();
  for (const action of packed?.actions ?? []) tally.set(action.type, (tally.get(action.type) ?? 0) + 1);
  const words = [...tally].map(([type, n]) => (n > 1 ? `${n} × ${type}` : type));
  const added = packed?.messages?.add.length ?? 0;
  if (added > 0) words.push(count(added, "message"));
  if (packed?.state !== undefined && packed.state !== null) words.push("state");
  if (packed?.agent) words.push("agent");
  return words.length > 0 ? words.join(", ") : "nothing";
}

/** What a decision asks, as a person reads it. */
export function triggerWords(trigger: TriggerRef): string {
  if (trigger.type === "tool.execute" && trigger.attempt > 0) {
    return `${trigger.type} · attempt ${trigger.attempt + 1}`;
  }
  return trigger.type;
}

/** The same with the tool: "tool.execute get_weather", "llm.finished". */
export function decisionWords({ trigger, owner }: DecisionRecord): string {
  const words = triggerWords(trigger);
  return owner?.kind === "call" ? `${words} ${owner.requested.name}` : words;
}
