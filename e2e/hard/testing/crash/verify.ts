/** Checks of a session's whole log, whenever the app was killed. Each function returns the failures that it finds. */

import type { Fact, FactOf, FactType } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { type CallPlan, deedOf, type Plan } from "./plan";
import type { Acknowledged, SessionRecord } from "./record";

const only = <T extends FactType>(log: Fact[], type: T): FactOf<T>[] =>
  log.filter((fact): fact is FactOf<T> => fact.type === type);

/** The values that occur more than once. */
const doubles = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) < index);

type End = FactOf<"tool.call.completed"> | FactOf<"tool.call.errored">;

interface CallStory {
  id: string;
  plan: CallPlan;
  requested: FactOf<"tool.call.requested">[];
  ends: End[];
  voided: boolean;
}

function storyOf(log: Fact[], plan: CallPlan): CallStory {
  const { id } = plan;
  const ends = log.filter(
    (fact): fact is End =>
      (fact.type === "tool.call.completed" || fact.type === "tool.call.errored") && fact.tool_call_id === id,
  );
  return {
    id,
    plan,
    requested: only(log, "tool.call.requested").filter((fact) => fact.tool_call_id === id),
    ends,
    voided: only(log, "call.voided").some((fact) => fact.id === id),
  };
}

const isTerminal = (end: End) => end.type === "tool.call.completed" || end.terminal;

/** Attempts are requested one after another, each ends once, and there are no more of them than the policy allows. */
function attemptFaults({ requested, ends, voided, plan }: CallStory): string[] {
  const faults: string[] = [];
  const numbers = requested.map((fact) => fact.attempt);
  if (numbers.some((attempt, index) => attempt !== index)) faults.push(`its attempts were ${numbers}`);
  if (numbers.length > plan.retry.max_attempts)
    faults.push(`${numbers.length} attempts, allowed are ${plan.retry.max_attempts}`);
  const ended = ends.map((fact) => fact.attempt);
  if (ended.some((attempt, index) => attempt !== index)) faults.push(`its attempts ended as ${ended}`);
  const terminal = ends.filter(isTerminal).length + (voided ? 1 : 0);
  if (numbers.length > 0 && terminal !== 1) faults.push(`it was settled ${terminal} times`);
  return faults;
}

/** The wait before an attempt is min(base^n, cap) seconds from the failure, and the attempt does not start earlier. */
function waitFaults(log: Fact[], { id, plan }: CallStory): string[] {
  const { backoff_base_secs: base, backoff_max_secs: cap } = plan.retry;
  return only(log, "attempt.failed").flatMap((failed) => {
    if (failed.id !== id || failed.due_at === undefined) return [];
    const due = failed.at + Math.min(base ** (failed.attempt + 1), cap) * 1_000;
    const next = only(log, "attempt.started").find(
      (fact) => fact.id === id && fact.attempt === failed.attempt + 1,
    );
    const early = next !== undefined && next.at < Math.floor(due);
    return Math.abs(failed.due_at - due) > 1 || early
      ? [`attempt ${failed.attempt} is not waited for rightly`]
      : [];
  });
}

interface Course {
  plan: CallPlan;
  log: Fact[];
  settles: string[];
}

/** Whether an attempt may have ended like this, given what the tool does in it. */
function fits(end: End, { plan, log, settles }: Course): boolean {
  if (end.type === "tool.call.errored") return failureFits(end, { plan, log });
  if (end.by !== "worker") return settles.includes(end.result);
  const deed = deedOf(plan, end.attempt);
  return deed.kind === "result" && !plan.rejected && end.result === deed.text;
}

function failureFits(end: FactOf<"tool.call.errored">, { plan, log }: Omit<Course, "settles">): boolean {
  const deed = deedOf(plan, end.attempt);
  const last = end.attempt + 1 >= plan.retry.max_attempts;
  const { error, terminal } = end;
  switch (end.cause) {
    case "restart":
      return only(log, "session.restarted").some(({ at }) => at === end.at) && terminal === last;
    case "attempt timeout":
      // If attempts have a limit, any of them may exceed it on a busy machine.
      return plan.deeds[0]?.kind === "hang" && terminal === last;
    case "output":
      return plan.rejected && terminal && only(log, "output.rejected").length > 0;
    case "worker":
      if (plan.proposed) return terminal && error.startsWith(plan.proposed);
      return deed.kind === "error" && error === deed.text && terminal === (!deed.retryable || last);
    default:
      return false;
  }
}

/** The model reads the outcome of each call once, unchanged. */
function outcomeFaults(log: Fact[], { id, ends }: CallStory): string[] {
  const { nodes } = log.reduce(evolve, initialState());
  const told = [...nodes.values()].filter(({ message }) => message.tool_call_id === id);
  const end = ends.find(isTerminal);
  const text = end?.type === "tool.call.completed" ? end.result : end?.error;
  if (told.length === 1 && told[0]?.message.content === text) return [];
  return [
    `the model was told ${JSON.stringify(told.map(({ message }) => message.content))}, not once ${text}`,
  ];
}

function callFaults({ facts: log, settles, plan }: SessionRecord): string[] {
  const cancelled = only(log, "session.cancelled").length > 0;
  return [...plan.calls.values()].flatMap((call) => {
    const story = storyOf(log, call);
    const faults = [...attemptFaults(story), ...waitFaults(log, story)];
    for (const end of story.ends)
      if (!fits(end, { plan: call, log, settles })) faults.push(`it cannot end as ${JSON.stringify(end)}`);
    if (!cancelled) faults.push(...outcomeFaults(log, story));
    return faults.map((words) => `the call ${call.id}: ${words}`);
  });
}

/** Every turn ended as its script says, with one model call for each batch. */
function turnFaults(log: Fact[], plan: Plan): string[] {
  if (only(log, "session.cancelled").length > 0) return [];
  const faults: string[] = [];
  const ended = only(log, "turn.completed");
  const replies = ended.map(({ outcome, data }) => `${outcome}: ${data}`);
  const wanted = plan.turns.map(({ reply }) => `done: ${reply}`);
  if (replies.join() !== wanted.join()) faults.push(`its turns ended with ${replies}, not ${wanted}`);
  for (const [index, { turn_id }] of ended.entries()) {
    const made = only(log, "llm.call.requested").filter(
      (fact) => fact.turn_id === turn_id && fact.attempt === 0,
    );
    const due = plan.turns[index]?.modelCalls;
    if (made.length !== due) faults.push(`turn ${index + 1} made ${made.length} model calls, not ${due}`);
  }
  return faults;
}

/** A decision is answered once, a model call completed once, and a model attempt repeated only because of a restart. */
function onceFaults(log: Fact[]): string[] {
  const over = [
    ...only(log, "decision.completed").map((fact) => fact.decision_id),
    ...only(log, "decision.dropped").map((fact) => fact.decision_id),
    ...only(log, "llm.call.completed").map((fact) => fact.call_id),
  ];
  const restarts = new Set(only(log, "session.restarted").map(({ at }) => at));
  const begun = only(log, "attempt.started").filter(
    (fact) => fact.kind === "tool_call" || !restarts.has(fact.at),
  );
  return [
    ...doubles(over).map((id) => `${id} is over twice`),
    ...doubles(begun.map(({ id, attempt }) => `${id}/${attempt}`)).map((key) => `attempt ${key} began twice`),
  ];
}

/** Whether the log keeps what a response promised. */
function isKept({ command, status, seq }: Acknowledged, log: Fact[]): boolean {
  const then = status === 202 ? log.slice(0, seq > 0 ? seq : undefined) : log;
  const has = (test: (fact: Fact) => boolean) => then.some(test);
  if (status === 202 && log.length < seq) return false;
  switch (command.type) {
    case "message":
      return (
        status === 409 ||
        has(
          (fact) =>
            fact.type === "decision.queued" &&
            fact.trigger.type === "client.messages" &&
            fact.trigger.messages[0]?.content === command.text,
        )
      );
    case "tool.result": {
      const types = status === 202 ? ["tool.call.completed", "output.rejected"] : ["settle.refused"];
      return has(
        (fact) => types.includes(fact.type) && JSON.stringify(fact).includes(JSON.stringify(command.result)),
      );
    }
    case "resume":
      return status === 409 || has((fact) => fact.type === "session.interrupt_resumed");
    case "cancel":
      return status === 409 || has((fact) => fact.type === "session.cancelled");
    case "tool.error":
    case "release":
    case "breakpoints":
    case "skip":
      return false; // never sent
  }
}

/** All failures in a session that has ended. */
export function faultsOf(record: SessionRecord): string[] {
  const { facts: log, plan, acknowledged } = record;
  const gap = log.findIndex((fact, index) => fact.seq !== index + 1);
  return [
    ...(gap >= 0 ? [`fact ${gap + 1} is missing`] : []),
    ...callFaults(record),
    ...turnFaults(log, plan),
    ...onceFaults(log),
    ...acknowledged
      .filter((one) => !isKept(one, log))
      .map((one) => `lost what was answered: ${JSON.stringify(one)}`),
  ].map((words) => `${plan.name} (${record.id}): ${words}`);
}
