/** Short labels for what happened: badges, texts beside bars, headlines. */
import type { FactOf, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import type { ResolvedPolicy } from "@/lib/protocol/policy";
import type { Verdict, VerdictStatus } from "@/lib/protocol/verdict";
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

/** A verdict as a badge: its status, its label, and a sign of its own if the status' sign would mislead. */
export interface VerdictWord {
  status: VerdictStatus;
  word: string;
  sign?: Sign;
  /** Details, for a tooltip. */
  title?: string;
}

type Declared = FactOf<"input.classified">["declared"];

/** `null` while a call is not classified. */
export function verdictWord(
  verdict: Verdict | undefined,
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
      title: `passed unchecked: ${reason}`,
    };
  }
  return { status, word: status, title: reason };
}

const UNKNOWN_TOOL = "the model named a tool that its request did not offer";

/** Whether a verdict is a problem. A call that passed its check, or had no schema, is not. */
export const isProblemVerdict = (verdict: Verdict | undefined, declared: Declared | undefined): boolean => {
  const word = verdictWord(verdict, declared);
  return word !== null && word.word !== "valid" && word.word !== "no schema" && word.word !== "unchecked";
};

/** The first thing wrong, and how many more there are. */
export function findingsText(verdict: Verdict): string {
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

/** Whether the engine proposed anything to do. */
export const hasActions = (packed: PackedResponse | undefined): boolean => (packed?.actions?.length ?? 0) > 0;

/** "2 × tool.call, message": the actions of an answer, in order. */
export function responseLabel(packed: PackedResponse | undefined): string {
  const tally = new Map<string, number>();
  for (const action of packed?.actions ?? []) tally.set(action.type, (tally.get(action.type) ?? 0) + 1);
  const words = [...tally].map(([type, n]) => (n > 1 ? `${n} × ${type}` : type));
  const added = packed?.messages?.add.length ?? 0;
  if (added > 0) words.push(count(added, "message"));
  if (packed?.state !== undefined && packed.state !== null) words.push("state");
  if (packed?.agent) words.push("agent");
  return words.length > 0 ? words.join(", ") : "nothing";
}

/** The label of a decision's trigger. */
export function triggerLabel(trigger: TriggerRef): string {
  if (trigger.type === "tool.execute" && trigger.attempt > 0) {
    return `${trigger.type} · attempt ${trigger.attempt + 1}`;
  }
  return trigger.type;
}
