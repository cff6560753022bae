/**
 * Where a log may be cut: between two steps of the session, never within one. What a step has brought forth stands as a
 * whole or not at all, or a fork would wait for the half that it lacks.
 */
import type { Fact } from "@/lib/engine/log/facts";

export interface Attempt {
  kind: "tool_call" | "llm_call";
  id: string;
  attempt: number;
}

/** The index of the first fact of that kind; null if there is none. */
export function find(facts: readonly Fact[], is: (fact: Fact) => boolean, from = 0): number | null {
  for (let at = from; at < facts.length; at += 1) {
    const fact = facts[at];
    if (fact && is(fact)) return at;
  }
  return null;
}

function findLast(facts: readonly Fact[], is: (fact: Fact) => boolean, before: number): number | null {
  for (let at = before - 1; at >= 0; at -= 1) {
    const fact = facts[at];
    if (fact && is(fact)) return at;
  }
  return null;
}

/** Whether a fact is about that attempt of that call. */
export function isOf(fact: Fact, { kind, id, attempt }: Attempt): boolean {
  if (!("attempt" in fact) || fact.attempt !== attempt) return false;
  if ("tool_call_id" in fact) return kind === "tool_call" && fact.tool_call_id === id;
  if ("call_id" in fact) return kind === "llm_call" && fact.call_id === id;
  return fact.kind === kind && fact.id === id;
}

export const starts = (fact: Fact, call: Attempt): boolean =>
  (fact.type === "tool.call.requested" || fact.type === "llm.call.requested") && isOf(fact, call);

/** Ends an attempt: with an outcome, or because its call was voided. */
export function ends(fact: Fact, call: Attempt): boolean {
  switch (fact.type) {
    case "call.voided":
      return fact.kind === call.kind && fact.id === call.id;
    case "tool.call.completed":
    case "tool.call.errored":
    case "output.rejected":
    case "llm.call.completed":
    case "llm.call.errored":
      return isOf(fact, call);
    default:
      return false;
  }
}

/** Ends a delivery, or holds its answer. */
export function answers(fact: Fact, decisionId: string): boolean {
  if (!("decision_id" in fact) || fact.decision_id !== decisionId) return false;
  if (fact.type === "decision.held") return fact.answer !== undefined;
  return (
    fact.type === "decision.completed" || fact.type === "decision.errored" || fact.type === "decision.dropped"
  );
}

/** An attempt that ran out of time. */
export const isLapse = (fact: Fact): boolean =>
  (fact.type === "tool.call.errored" && fact.cause.endsWith("timeout")) ||
  (fact.type === "llm.call.errored" && fact.code === "deadline_exceeded");

/** An attempt that was cut off because the server or its turn stopped. */
export const isBrokenOff = (fact: Fact): boolean =>
  fact.type === "call.voided" || (fact.type === "tool.call.errored" && fact.cause === "restart");

const isAnswer = ({ type }: Fact): boolean => type === "decision.completed";

/** The decision whose answer has brought a fact forth, an outcome of a call; null when something else has. */
export function ownerOf(facts: readonly Fact[], at: number): string | null {
  const fact = facts[at];
  const place = findLast(facts, isAnswer, at);
  const answer = facts[place ?? -1];
  if (!fact || answer?.type !== "decision.completed" || answer.at !== fact.at) return null;
  if (fact.type === "tool.call.completed") return fact.by === "worker" ? answer.decision_id : null;
  if (fact.type === "tool.call.errored") return fact.cause === "worker" ? answer.decision_id : null;
  if (fact.type !== "output.rejected") return null;
  return facts.slice((place ?? 0) + 1, at).every(isApplied) ? answer.decision_id : null;
}

/** Whether a fact can be among those that carry out an answer. */
function isApplied({ type }: Fact): boolean {
  return !(
    type === "decision.dispatched" ||
    type === "decision.held" ||
    type === "decision.released" ||
    type === "worker.logged" ||
    type === "llm.call.completed" ||
    type === "session.restarted"
  );
}

/** An end that comes of another one: of an interrupt, a failed delivery, a branch left, a cancelled session. */
function isConsequence(facts: readonly Fact[], at: number): boolean {
  const type = facts[at]?.type;
  if (type === "decision.dropped" || type === "call.voided") return true;
  return type === "decision.queued" && facts[at - 1]?.type === "decision.dropped"; // asked again later
}

/** Where the step began that dropped or voided the fact at `end`. */
function causeOf(facts: readonly Fact[], end: number): number {
  let first = end;
  const same = (at: number) => facts[at]?.at === facts[end]?.at;
  while (same(first - 1) && isConsequence(facts, first - 1)) first -= 1;
  const cause = facts[first - 1];
  if (!cause || !same(first - 1)) return first;
  const applied = cause.type === "session.interrupted" || cause.type === "message.new";
  if (applied) return findLast(facts, isAnswer, first) ?? first;
  return cause.type === "decision.errored" && cause.due_at === undefined ? first - 1 : first;
}

/** What the step brings forth in which the server came back, up to what it ends. */
const OF_RESTART: ReadonlySet<Fact["type"]> = new Set([
  "decision.dropped",
  "decision.errored",
  "tool.call.errored",
  "attempt.failed",
  "decision.queued",
]);

/** Where that step begins, if it ended the fact at `end`. */
function restartBefore(facts: readonly Fact[], end: number): number | null {
  let at = end;
  while (at >= 0 && OF_RESTART.has(facts[at]?.type ?? "session.created")) at -= 1;
  return at < end && facts[at]?.type === "session.restarted" ? at : null;
}

/** Whether a call was settled while its execution was held, which was dropped for it. */
function endedHold(facts: readonly Fact[], end: number): boolean {
  const dropped = facts[end - 1];
  const settles = facts[end]?.type.startsWith("tool.call.") || facts[end]?.type === "output.rejected";
  return settles && dropped?.type === "decision.dropped" && dropped.at === facts[end]?.at;
}

/** The first fact of the step that brought `facts[end]` forth, as far as it goes together with what stands there. */
function stepOf(facts: readonly Fact[], end: number): number {
  const fact = facts[end];
  if (!fact) return end;
  const restart = restartBefore(facts, end);
  if (restart !== null) return restart;
  let first = end;
  if (fact.type === "decision.dropped" || fact.type === "call.voided") first = causeOf(facts, end);
  else if (ownerOf(facts, end) !== null) first = findLast(facts, isAnswer, end) ?? end;
  else if (endedHold(facts, end)) first = end - 1;
  const began = facts[first];
  const before = facts[first - 1];
  const printed = before?.type === "worker.logged" && began && "decision_id" in began;
  return printed && before.decision_id === began.decision_id && before.at === began.at ? first - 1 : first;
}

/**
 * Back to before something ended that began with `facts[begun]`; `end` is null while it has not. What is to be done
 * `again` and had no time left gets it once more: it goes back to the moment it began.
 */
export function backTo(
  facts: readonly Fact[],
  { begun, end, again }: { begun: number; end: number | null; again: boolean },
): { keep: number; at?: number } {
  if (end === null) return { keep: facts.length };
  // A fork just when time was over left none either: then to before that one.
  const over = facts[end]?.at ?? 0;
  const fork = findLast(facts, ({ type, at }) => type === "session.forked" && at < over, end);
  const from = Math.max(begun, fork ?? 0);
  const at = facts[from]?.at ?? 0;
  if (again && at < over && hadNoTimeLeft(facts, { begun, from, end })) {
    return { keep: find(facts, (fact) => fact.at > at, from) ?? end, at };
  }
  const first = stepOf(facts, end);
  return { keep: first > begun ? first : end };
}

/** `from`: where it was last under way anew, at its beginning or after a fork; limits from before that have moved since. */
function hadNoTimeLeft(
  facts: readonly Fact[],
  { begun, from, end }: { begun: number; from: number; end: number },
): boolean {
  const ended = facts[end];
  if (!ended || isLapse(ended)) return ended !== undefined;
  if (from !== begun) return false;
  const limits = [facts[begun], facts[begun + 1]].flatMap((fact) => {
    if (fact?.type === "attempt.started") return [fact.deadline_at, fact.total_deadline_at];
    return fact?.type === "decision.dispatched" ? [fact.deadline_at] : [];
  });
  return limits.some((limit) => limit !== undefined && limit <= ended.at);
}
