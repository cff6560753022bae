/**
 * `decide`: what follows from a command. Pure: the given state is not touched; time, ids and verdicts come in with
 * `env`. It gives facts to be stored and then folded, a refusal, or the checks it needs before it can say.
 */

import type { DeliveryPolicy, Fact, ForkedFrom, LogEntry } from "@/lib/engine/log/facts";
import type { ModelOutcome, WorkerOutcome } from "@/lib/engine/log/outcomes";
import { isOver, settingsFrom } from "@/lib/engine/log/policy";
import { type DecisionState, isOvertaken, isStalled, must, type State } from "@/lib/engine/state/state";
import { FACTS_VERSION } from "@/lib/engine/state/upcast";
import type { AgentConfig } from "@/lib/protocol/agent";
import type { Breakpoint } from "@/lib/protocol/breakpoint";
import type { CheckRequest } from "@/lib/protocol/verdict";
import type { Workspace } from "@/lib/protocol/workspace";
import { agentFrom } from "./agent-from";
import { answerDecision } from "./answer";
import { failAttempt, type Settle, settleCall } from "./calls";
import { tick } from "./clock-work";
import { dropDecision, endOpen, promote } from "./deliver";
import { completeModel, failModel, startModelAttempt } from "./model-calls";
import { type ReleaseCommand, release, type SkipCommand, skipWait } from "./release";
import { type Env, type Refusal, Step } from "./step";

export type Command =
  | {
      type: "create";
      workspace: Workspace;
      workspace_id?: string;
      agent: AgentConfig;
      delivery: DeliveryPolicy;
    }
  /** A person's input: begins a turn. */
  | { type: "message"; text: string }
  /** `entries`: what the worker's script wrote to its console meanwhile. */
  | { type: "answer"; decision_id: string; answer: WorkerOutcome; entries?: LogEntry[] }
  | { type: "model"; call_id: string; attempt: number; answer: ModelOutcome }
  | { type: "settle"; settle: Settle }
  | { type: "resume"; interrupt_id: string; payload?: unknown }
  | { type: "cancel"; reason: string }
  /** A person lets a held decision go on. */
  | ({ type: "release" } & ReleaseCommand)
  | { type: "breakpoints"; breakpoints: Breakpoint[] }
  /** A person does not wait for a call's next attempt, or a decision's next delivery. */
  | ({ type: "skip" } & SkipCommand)
  /** The first command of a session whose log was copied from another one; `then` is what the fork does differently. */
  | {
      type: "fork";
      origin: ForkedFrom;
      workspace?: Workspace;
      then: Command | null;
      /** Messages still to be sent, one after each turn. */
      replay?: string[];
    }
  /** The clock: does what is due by `env.now`. */
  | { type: "tick" }
  /** The server came back after a stop: nothing it had under way is under way any more (D31). */
  | { type: "restart" };

export type Decided =
  /** `refusal`: the command was refused; `facts` then hold what is recorded of it, possibly nothing. */
  /** `after`: a fork with the facts folded in; once they are stored, `commit` makes the kept state equal to it. */
  | { kind: "facts"; facts: Fact[]; refusal: Refusal | null; after: State }
  /** Run these checks and call again with the verdicts added. */
  | { kind: "needs"; checks: CheckRequest[] };

function create(step: Step, command: Command & { type: "create" }): void {
  if (step.state.settings) {
    step.refuse("exists", "the session exists already");
    return;
  }
  const { workspace, workspace_id, agent, delivery } = command;
  step.emit({
    type: "session.created",
    version: FACTS_VERSION,
    workspace,
    ...(workspace_id === undefined ? {} : { workspace_id }),
    agent,
    ...settingsFrom(workspace),
    delivery,
  });
  step.emit({
    type: "decision.queued",
    decision_id: step.env.mint("dec"),
    trigger: { type: "session.start" },
  });
}

function message(step: Step, text: string, replayed?: true): void {
  const { state } = step;
  if (state.interrupt) {
    step.refuse("interrupted", `the session is interrupted (${state.interrupt.reason}): resume it first`);
    return;
  }
  if (state.turn && !isStalled(state)) {
    step.refuse("turn_running", "a turn is running: wait until it has ended, or stop it");
    return;
  }
  if (state.turn) {
    const error = "the worker left the turn without a further action";
    step.emit({ type: "turn.completed", turn_id: state.turn.id, outcome: "failed", error });
  }
  const turn_id = step.env.mint("turn");
  step.emit({ type: "turn.started", turn_id, ...(replayed && { replayed }) }, undefined);
  const draft = { id: step.env.mint("msg"), role: "user" as const, content: text };
  const trigger = { type: "client.messages" as const, messages: [draft] };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger });
}

function modelAnswered(step: Step, command: Command & { type: "model" }): void {
  const call = step.state.llm.get(command.call_id);
  if (call?.progress.status !== "pending" || call.progress.attempt !== command.attempt) {
    step.refuse(
      "stale",
      `nobody waits for attempt ${command.attempt + 1} of the model call ${command.call_id}`,
    );
    return;
  }
  if (command.answer.ok) completeModel(step, call, command.answer);
  else failModel(step, call, command.answer);
}

function resume(step: Step, command: Command & { type: "resume" }): void {
  const { interrupt } = step.state;
  if (interrupt?.id !== command.interrupt_id) {
    step.refuse("not_interrupted", `the session does not wait for the interrupt ${command.interrupt_id}`);
    return;
  }
  const payload = command.payload === undefined ? {} : { payload: command.payload };
  const { interrupt_id } = command;
  step.emit({ type: "session.interrupt_resumed", interrupt_id, ...payload });
  const trigger = { type: "interrupt.resumed" as const, interrupt_id, ...payload };
  step.emit({ type: "decision.queued", decision_id: step.env.mint("dec"), trigger });
}

function cancel(step: Step, reason: string): void {
  const { turn } = step.state;
  endOpen(step, "the session was cancelled");
  if (turn) step.emit({ type: "turn.completed", turn_id: turn.id, outcome: "cancelled" });
  step.emit({ type: "session.cancelled", reason });
}

/** What was under way at the place of the fork is done again, but for what `then` answers. */
function fork(step: Step, { origin, workspace, then, replay }: Command & { type: "fork" }): void {
  const own = workspace && { workspace, agent: agentFrom(workspace) };
  step.emit({ type: "session.forked", origin, ...own, ...(replay?.length ? { replay } : {}) });
  if (then) handle(step, then);
}

/** A tool that was running may have run: its attempt has failed, and only its policy allows another. */
function restartDecision(step: Step, decision: DecisionState): void {
  const { state, env } = step;
  const { trigger } = decision;
  if (decision.status !== "live") return;
  if (trigger.type !== "tool.execute") {
    const error = "the server stopped before the worker had answered";
    const { id, attempts, turn_id } = decision;
    step.emit(
      {
        type: "decision.errored",
        decision_id: id,
        attempts: attempts + 1,
        error,
        retryable: true,
        due_at: env.now,
      },
      turn_id,
    );
    return;
  }
  const overtaken = isOvertaken(state, decision);
  dropDecision(step, decision, "the server stopped before the worker had answered");
  if (overtaken) return;
  const error = "the server stopped while this attempt ran; whether the tool finished is not known";
  failAttempt(step, must(state.tools.get(trigger.id), "tool call"), {
    error,
    retryable: true,
    cause: "restart",
  });
}

function restart(step: Step): void {
  const { state } = step;
  step.emit({ type: "session.restarted" });
  if (state.interrupt) return;
  for (const id of state.openDecisions) restartDecision(step, must(state.decisions.get(id), "decision"));
  for (const id of state.openLlm) {
    const call = must(state.llm.get(id), "model call");
    const goesOn = call.progress.status === "pending" && !isOver(call.total_deadline_at, step.env.now);
    if (goesOn) startModelAttempt(step, call);
  }
}

function settle(step: Step, command: Command & { type: "settle" }): void {
  const refusal = settleCall(step, command.settle);
  if (refusal) step.refuse(refusal.reason, refusal.error);
}

function answer(step: Step, command: Command & { type: "answer" }): void {
  const { decision_id, entries = [] } = command;
  const decision = step.state.decisions.get(decision_id);
  if (decision && entries.length > 0) {
    step.emit({ type: "worker.logged", decision_id, entries }, decision.turn_id);
  }
  answerDecision(step, decision_id, command.answer);
}

type Handler<T extends Command["type"]> = (step: Step, command: Extract<Command, { type: T }>) => void;

const HANDLERS: { [T in Command["type"]]: Handler<T> } = {
  create,
  message: (step, command) => message(step, command.text),
  answer,
  model: modelAnswered,
  settle,
  resume,
  cancel: (step, command) => cancel(step, command.reason),
  release,
  breakpoints: (step, { breakpoints }) => step.emit({ type: "breakpoints.changed", breakpoints }),
  skip: skipWait,
  fork,
  restart,
  tick: () => {},
};

/** What the state alone refuses, whatever the command's details. */
function refusedByState(state: State, command: Command): Refusal | null {
  if (command.type === "create") return null;
  if (!state.settings) return { reason: "not_found", error: "there is no such session" };
  const internal = command.type === "answer" || command.type === "model" || command.type === "tick";
  if (state.cancelled && !internal && command.type !== "settle") {
    return { reason: "cancelled", error: "the session was cancelled: start a new one" };
  }
  return null;
}

/** A session that is run again gets its next message once the turn before has ended well. */
function replayNext(step: Step): void {
  const { state } = step;
  const [text] = state.replay;
  const decided = state.openDecisions.every((id) =>
    isOvertaken(state, must(state.decisions.get(id), "decision")),
  );
  const ready = decided && state.turn === null && !state.interrupt && !state.cancelled;
  if (text === undefined || !ready || (state.lastTurn && state.lastTurn.outcome !== "done")) return;
  message(step, text, true);
  promote(step);
}

function handle(step: Step, command: Command): void {
  const handler = HANDLERS[command.type] as (step: Step, command: Command) => void;
  handler(step, command);
}

export function decide(state: State, command: Command, env: Env): Decided {
  const refusal = refusedByState(state, command);
  if (refusal) return { kind: "facts", facts: [], refusal, after: state };
  const step = new Step(state, env);
  handle(step, command);
  if (step.needs.length > 0) return { kind: "needs", checks: step.needs };
  if (command.type !== "create" && !step.refusal) tick(step);
  promote(step);
  replayNext(step);
  return { kind: "facts", facts: step.facts, refusal: step.refusal, after: step.state };
}
