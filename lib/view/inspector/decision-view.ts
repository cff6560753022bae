/** The inspector's view of one decision: what was asked, proposed and returned, delivery by delivery. */

import type { LogEntry, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import type { State } from "@/lib/engine/state/state";
import { triggerOf, unpack } from "@/lib/engine/state/unpack";
import type { DecisionResponse } from "@/lib/protocol/actions";
import { type DiffLine, diffJson } from "@/lib/view/code/diff";
import { triggerLabel } from "@/lib/view/text/labels";
import { decisionEnd, decisionOutcome, hasProposal, proposedIn } from "@/lib/view/timeline/decisions";
import type { DecisionRecord, Delivery } from "@/lib/view/timeline/records";

export interface DeliveryLine {
  /** From 1. */
  number: number;
  at: number;
  /** Milliseconds; null while it is out. */
  took: number | null;
  deadlineAt: number | null;
  error: string | null;
  status: number | null;
  /** When it is delivered again. */
  dueAt: number | null;
}

export interface RefusalLine {
  id: string;
  what: string;
  reason: string;
}

export interface DecisionView {
  id: string;
  label: string;
  outcome: ReturnType<typeof decisionOutcome>;
  /** The trigger in wire form. */
  trigger: unknown;
  pendingCalls: number;
  /** `{}`: the engine proposes nothing. Null until it is delivered. */
  proposed: DecisionResponse | null;
  /** Null until the worker has answered. */
  returned: DecisionResponse | null;
  /** A person answered in the worker's place. */
  byPerson: boolean;
  hasProposal: boolean;
  taken: boolean;
  /** From proposed to returned; empty when the proposal was taken. */
  diff: DiffLine[];
  /** Changes to the past that the engine does not make. */
  ignored: string[];
  deliveries: DeliveryLine[];
  dropped: string | null;
  refusals: RefusalLine[];
  log: LogEntry[];
  /** From queued to the end, milliseconds; null while it is open. */
  took: number | null;
}

export function decisionView(decision: DecisionRecord, state: State): DecisionView {
  const answer = answerOf(decision, state);
  const end = decisionEnd(decision);
  return {
    id: decision.decisionId,
    label: triggerLabel(decision.trigger),
    outcome: decisionOutcome(decision),
    trigger: triggerJson(decision.trigger, state),
    pendingCalls: decision.deliveries.at(-1)?.dispatched.pending_calls ?? 0,
    hasProposal: hasProposal(decision),
    byPerson: decision.completed?.by === "person",
    ...answer,
    diff:
      !answer.taken && answer.proposed && answer.returned ? diffJson(answer.proposed, answer.returned) : [],
    ignored: decision.completed?.ignored_edits ?? [],
    deliveries: decision.deliveries.map((delivery, i) => ({ number: i + 1, ...deliveryLine(delivery, end) })),
    dropped: decision.dropped?.reason ?? null,
    refusals: decision.refusals.map((fact) => ({
      id: String(fact.seq),
      what: fact.type === "call.refused" ? `tool.call ${fact.name}` : fact.action,
      reason: fact.reason,
    })),
    log: decision.logs.flatMap((fact) => fact.entries),
    took: end === null ? null : end - decision.at,
  };
}

function answerOf(
  decision: DecisionRecord,
  state: State,
): Pick<DecisionView, "proposed" | "returned" | "taken"> {
  const { completed, deliveries } = decision;
  const packed = proposedIn(decision);
  const known = deliveries.length > 0 || decision.holds.length > 0;
  const proposed = known ? unpacked(state, packed ?? {}) : null;
  if (!completed) return { proposed, returned: null, taken: false };
  if (completed.taken) return { proposed, returned: proposed, taken: true };
  return { proposed, returned: completed.returned ? unpacked(state, completed.returned) : {}, taken: false };
}

/** In wire form, what is done before what is written: the conversation is long. */
export function unpacked(state: State, packed: PackedResponse): DecisionResponse {
  const { actions, ...rest } = unpack(state, packed);
  return actions ? { actions, ...rest } : rest;
}

/** Messages that came in are shown alone: with the conversation before them they would be the state's of now. */
const triggerJson = (trigger: TriggerRef, state: State): unknown =>
  trigger.type === "client.messages" ? trigger : triggerOf(state, trigger);

function deliveryLine({ dispatched, errored }: Delivery, end: number | null): Omit<DeliveryLine, "number"> {
  const until = errored?.at ?? end;
  return {
    at: dispatched.at,
    took: until === null ? null : until - dispatched.at,
    deadlineAt: dispatched.deadline_at ?? null,
    error: errored?.error ?? null,
    status: errored?.status ?? null,
    dueAt: errored?.due_at ?? null,
  };
}
