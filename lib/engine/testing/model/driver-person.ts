/** What a person does with a session that stands still, or that is over: lets go, skips waits, goes back. */

import type { ForkPoint } from "@/lib/engine/fork/fork-log";
import type { DecisionResponse } from "../../../protocol/actions";
import { ownAnswer, pick } from "./answers";
import { fork, workspaceOf } from "./forks";
import type { Harness } from "./harness";
import type { Move, Odd, Point, Run } from "./moves";
import type { BookCall, Delivery } from "./shadow-model";

type How = Pick<Move & { kind: "release" }, "how" | "step" | "stop"> & { run?: Run; odd?: Odd };

export function letGo(rig: Harness, delivery: Delivery, { how, step, stop, run, odd }: How): void {
  const seen = delivery.held && { none: {}, seen: { hold: delivery.held.seq }, other: { hold: 1 } }[stop];
  const plain = { type: "release" as const, decision_id: delivery.id, step, ...seen };
  if (how === "continue" || how === "proposal") rig.do({ ...plain, how: { kind: how } });
  else {
    const more = how === "oddly" ? { run, odd } : { run };
    rig.do({ ...plain, how: { kind: "edited", response: ownAnswer(rig, delivery, more) } });
  }
}

export function release(rig: Harness, { which, any, ...how }: Move & { kind: "release" }): void {
  const all = [...rig.book.deliveries.values()];
  const delivery = pick(
    all.filter(({ at }) => any || at === "held"),
    which,
  );
  if (delivery) letGo(rig, delivery, how);
  else if (any) rig.do({ type: "release", decision_id: "nobody", how: { kind: "continue" }, step: how.step });
}

export function skip(rig: Harness, { which, any }: Move & { kind: "skip" }): void {
  const { calls, llm, deliveries } = rig.book;
  const all = [
    ...[...calls.values(), ...llm.values()].map(({ kind, id, at }) => ({ kind, id, at })),
    ...[...deliveries.values()].map(({ id, at }) => ({ kind: "decision" as const, id, at })),
  ];
  const found = pick(
    all.filter(({ at }) => any || at === "waits"),
    which,
  );
  if (found) rig.do({ type: "skip", kind: found.kind, id: found.id });
}

/** Of a call, an attempt of it; now and then one too many: there is no such place. */
function attemptOf(call: BookCall | undefined, which: number): { id: string; attempt: number } {
  if (!call) return { id: "nobody", attempt: 0 };
  const { id, requested } = call;
  return { id, attempt: which % 13 === 0 ? requested + 1 : which % (requested + 1) };
}

type Places = {
  [At in Point["at"]]: (rig: Harness, which: number, point: Extract<Point, { at: At }>) => ForkPoint;
};

const PLACES: Places = {
  start: () => ({ at: "start" }),
  model: ({ book }, which, { answer }) => {
    const { id: call_id, attempt } = attemptOf(pick([...book.llm.values()], which), which);
    return { at: "model", call_id, attempt, ...(answer?.ok ? { response: answer.response } : {}) };
  },
  call: ({ book }, which, { outcome: given }) => {
    const call = attemptOf(pick([...book.calls.values()], which), which);
    const outcome = given && ("result" in given ? given : { error: "on purpose", ...given });
    return { at: "call", ...call, ...(outcome ? { outcome } : {}) };
  },
  decision: (rig, which, { odd }) => {
    const delivery = pick([...rig.book.deliveries.values()], which);
    const response: { response?: DecisionResponse } =
      odd && delivery ? { response: ownAnswer(rig, delivery, { odd, run: AGAIN }) } : {};
    return { at: "decision", decision_id: delivery?.id ?? "nobody", ...response };
  },
};

const AGAIN: Run = { kind: "result", result: "ok" };

export function goBack(rig: Harness, { which, ms, point, workspace }: Move & { kind: "fork" }): void {
  const next = workspace ? workspaceOf(rig, workspace) : undefined;
  const place = PLACES[point.at] as Places[Point["at"]];
  fork(rig, place(rig, which, point as never), { workspace: next, ms });
}
