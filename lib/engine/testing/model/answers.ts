/** What workers and people answer in moves. */

import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import type { Action, DecisionResponse } from "../../../protocol/actions";
import type { DraftMessage } from "../../../protocol/messages";
import { answered } from "../session";
import type { Harness } from "./harness";
import type { Odd, Run } from "./moves";
import type { Delivery } from "./shadow-model";

export function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}

export function executed(run: Run): WorkerOutcome {
  const act = (...actions: Action[]) => answered({ actions });
  switch (run.kind) {
    case "result":
      return act({ type: "tool.result", result: run.result });
    case "error":
      return act({ type: "tool.error", error: "busy", retryable: run.retryable });
    case "left open":
      return answered({});
    case "interrupt":
      return act({ type: "interrupt", reason: "may I?" });
    case "delivery failed":
      return { kind: "failed", error: "503", retryable: run.retryable, status: 503 };
  }
}

/** Whether the worker runs a tool, and nothing is amiss with the call. */
export const isClean = ({ trigger, proposed }: Delivery): boolean =>
  trigger.type === "tool.execute" && !proposed?.actions?.length;

/** What a person answers in the worker's place, or another time: sensible, or not. */
export function ownAnswer(
  rig: Harness,
  delivery: Delivery,
  { run, odd }: { run?: Run; odd?: Odd },
): DecisionResponse {
  const given =
    odd && !rig.book.obedient
      ? oddAnswer(rig, delivery.id, { ...odd, failed: null, edit: false })
      : isClean(delivery) && run && run.kind !== "delivery failed"
        ? executed(run)
        : null;
  return given?.kind === "answered" ? given.response : rig.session.request(delivery.id).proposed;
}

/** The path up to somewhere, perhaps edited, and a message of the worker's own. */
function ownMessages(recorded: DraftMessage[], { keep, edit, id }: Odd): DraftMessage[] {
  const [first, ...rest] = recorded.slice(0, keep ?? 0);
  const own = { role: "user" as const, content: "of my own", ...(id === undefined ? {} : { id }) };
  return first ? [edit ? { ...first, content: "edited" } : first, ...rest, own] : [own];
}

export function oddAnswer(rig: Harness, decisionId: string, odd: Odd): WorkerOutcome {
  if (odd.failed) return { kind: "failed", error: "502", ...odd.failed };
  const known = rig.book.deliveries.get(decisionId);
  const request = known ? rig.session.request(decisionId) : null;
  const base: DecisionResponse = odd.proposal && request ? request.proposed : {};
  return answered({
    ...base,
    ...(odd.keep === null ? {} : { messages: ownMessages(request?.messages ?? [], odd) }),
    actions: [...(base.actions ?? []), ...odd.actions],
    ...(odd.state === undefined ? {} : { state: odd.state }),
    ...(odd.agent ? { agent: { model: "other", tools: [{ name: "f", output: "object or text" }] } } : {}),
  });
}
