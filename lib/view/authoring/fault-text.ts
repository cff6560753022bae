/** Texts for fault rules: what a rule matches, and what its fault does. */
import { changesCalls } from "@/lib/engine/state/injected";
import type { Fault, FaultRule, FaultWhen } from "@/lib/protocol/fault";
import { never } from "@/lib/util/never";
import { exactMs, ordinal } from "@/lib/view/text/format";

interface KindText {
  /** The kind in a list to choose from. */
  word: string;
  /** What it does, as a sentence. */
  does: string;
}

const KINDS: Record<Fault["kind"], KindText> = {
  slow: { word: "slow", does: "It starts this much later." },
  silent: { word: "never answers", does: "It runs until its time limit or until you stop it." },
  error: { word: "error", does: "The tool does not run; the call fails with this error." },
  unreachable: {
    word: "worker unreachable",
    does: "The request to the worker fails as if the worker were unreachable.",
  },
  "server error": { word: "HTTP error", does: "The worker answers with this HTTP status." },
  "broken json": { word: "answer is not JSON", does: "The worker's answer cannot be read." },
  "broken result": {
    word: "result breaks its schema",
    does: "The tool does not run; its result breaks the output schema.",
  },
  "cut result": { word: "result cut off", does: "The second half of the result is missing." },
  late: { word: "late result", does: "The result comes after the attempt has timed out." },
  duplicate: { word: "result sent twice", does: "The worker sends the result a second time." },
  "malformed arguments": {
    word: "malformed arguments",
    does: "The arguments of the first call are not valid JSON.",
  },
  "invalid arguments": {
    word: "invalid arguments",
    does: "The arguments of the first call break its tool's input schema.",
  },
  "unknown tool": { word: "unknown tool", does: "The first call names a tool that does not exist." },
  "cut arguments": {
    word: "arguments cut off",
    does: "The answer ends within the arguments of its last call.",
  },
  "duplicate ids": {
    word: "duplicate call ids",
    does: "The last call gets the id of the first; a single call is duplicated.",
  },
  "rate limited": { word: "rate limited", does: "The provider rejects the request because of a rate limit." },
  overloaded: { word: "overloaded", does: "The provider is overloaded." },
  "stream cut": { word: "stream cut", does: "The stream of the answer breaks off in its first half." },
};

export const kindText = (kind: Fault["kind"]): KindText => KINDS[kind];

/** "slow by 2,000 ms", "error, retryable", "never answers": the kind with what it was set to. */
export function faultLabel(fault: Fault): string {
  switch (fault.kind) {
    case "slow":
      return `slow by ${exactMs(fault.ms)}`;
    case "late":
      return `result late by ${exactMs(fault.ms)}`;
    case "error":
      return `error, ${fault.retryable ? "retryable" : "terminal"}`;
    case "server error":
      return `HTTP ${fault.status}`;
    default:
      return KINDS[fault.kind].word;
  }
}

/** What a rule counts. */
function countedNoun({ at, what }: FaultRule): string {
  if (changesCalls(what)) return "answer with calls";
  return at === "delivery" ? "decision" : "call";
}

/** "calls", "answers with calls". */
const plural = (counted: string): string => counted.replace(/^\w+/, "$&s");

/** "3rd call", "30 % of calls"; null: every one. */
function whenText(when: FaultWhen, counted: string): string | null {
  switch (when.kind) {
    case "every":
      return null;
    case "nth":
      return `${when.n === 1 ? "first" : ordinal(when.n)} ${counted}`;
    case "rate":
      return `${Number((when.rate * 100).toFixed(2))} % of ${plural(counted)}`;
    default:
      return never(when, "when");
  }
}

function whereText(rule: FaultRule): string {
  switch (rule.at) {
    case "tool":
      return rule.name ?? "any tool";
    case "model":
      return "model";
    case "delivery":
      return "delivery to the worker";
    default:
      return never(rule, "rule");
  }
}

/** "get_weather, 3rd call, 2nd attempt": what it matches. */
export function matchText(rule: FaultRule): string {
  const { attempt } = rule;
  const nth =
    attempt === undefined ? null : attempt === 0 ? "first attempt" : `${ordinal(attempt + 1)} attempt`;
  const words = [whereText(rule), whenText(rule.when, countedNoun(rule)), nth];
  return words.filter((word) => word !== null).join(", ");
}

/** "get_weather, 2nd attempt: never answers". */
export const ruleText = (rule: FaultRule): string => `${matchText(rule)}: ${faultLabel(rule.what)}`;
