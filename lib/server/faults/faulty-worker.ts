/**
 * A worker with a fault on purpose laid over it: what it answers, or how it fails, is as with a real fault, and what
 * follows is the engine's to say.
 */
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { Action, DecisionResponse } from "@/lib/protocol/actions";
import type { FaultRule } from "@/lib/protocol/fault";
import type { DecideContext, Decision, Worker } from "@/lib/tools/port";
import { aborted } from "@/lib/util/abort";
import { never } from "@/lib/util/never";

export interface FaultTools {
  /** Resolves after `ms`, or at once when the signal fires. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long the attempt still has, in milliseconds; 0 without a limit. Known when the answer has come. */
  timeLeft: () => number;
  /** A result that breaks the tool's output schema; null where nothing does. */
  brokenResult: () => Promise<string | null>;
}

type WorkerFault = (FaultRule & { at: "tool" | "delivery" })["what"];

const answered = (action: Action): WorkerOutcome => ({ kind: "answered", response: { actions: [action] } });

/** Changes the results in an answer; an answer without one stays as it is. */
function withResults(outcome: WorkerOutcome, change: (action: Action) => Action[]): WorkerOutcome {
  if (outcome.kind !== "answered") return outcome;
  const { response } = outcome;
  const actions = (response.actions ?? []).flatMap((action) =>
    action.type === "tool.result" ? change(action) : [action],
  );
  const changed: DecisionResponse = { ...response, ...(response.actions ? { actions } : {}) };
  return { ...outcome, response: changed };
}

/** The first half of a result, at least one character short. */
function cut(action: Action): Action[] {
  if (action.type !== "tool.result") return [action];
  const { result } = action;
  const text = typeof result === "string" ? result : JSON.stringify(result ?? null);
  return [{ ...action, result: halfOf(text) }];
}

/** Never between the halves of a surrogate pair. */
export function halfOf(text: string): string {
  const middle = Math.floor(text.length / 2);
  const code = text.charCodeAt(middle - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? middle - 1 : middle);
}

interface Asked {
  worker: Worker;
  decision: Decision;
  context: DecideContext;
}

/** Asks the worker as the fault has it. Does not throw. */
export async function decideFaulty(
  what: WorkerFault,
  tools: FaultTools,
  { worker, decision, context }: Asked,
): Promise<WorkerOutcome> {
  const { signal } = context;
  const decide = () => worker.decide(decision, context);
  switch (what.kind) {
    case "slow":
      await tools.sleep(what.ms, signal);
      return decide();
    case "silent":
      await aborted(signal);
      return worker.failure({ kind: "unreachable" }, decision, context);
    case "error": {
      const { message, retryable, code } = what;
      return answered({ type: "tool.error", error: message, retryable, ...(code ? { code } : {}) });
    }
    case "unreachable":
    case "server error":
    case "broken json":
      return worker.failure(what, decision, context);
    case "broken result": {
      const result = await tools.brokenResult();
      return result === null ? decide() : answered({ type: "tool.result", result });
    }
    case "cut result":
      return withResults(await decide(), cut);
    case "late": {
      const outcome = await decide();
      await tools.sleep(tools.timeLeft() + what.ms, signal);
      return outcome;
    }
    case "duplicate":
      return withResults(await decide(), (action) => [action, action]);
    default:
      return never(what, "fault");
  }
}
