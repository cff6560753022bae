/** From any state the session comes to an end, and then nothing is missing. */

import { promptOf, unpack } from "@/lib/engine/state/unpack";
import type { DraftMessage } from "../../../protocol/messages";
import { says } from "../session";
import { play } from "./driver";
import { expectThat } from "./expect-that";
import type { Harness } from "./harness";

const SENSIBLE = {
  kind: "work" as const,
  which: 0,
  model: says("calm"),
  run: { kind: "result" as const, result: "ok" },
};

/** Steps that a session may take to rest once all behave. */
const ENOUGH = 400;

function atRest({ book }: Harness): boolean {
  if (book.cancelled) return true;
  return book.interrupt === undefined && book.open.size === 0 && book.queue.size === 0;
}

/** With a sensible worker, model and person from here on. */
export function drain(rig: Harness): void {
  if (!rig.book.cancelled && rig.book.breakpoints.length > 0)
    rig.do({ type: "breakpoints", breakpoints: [] });
  for (let step = 0; !atRest(rig); step += 1) {
    expectThat(step < ENOUGH, "the session does not come to rest", [...rig.book.open.values()]);
    const by = rig.book.wake() === null ? "person" : "clock";
    const left =
      by === "person" && rig.book.work().length === 0 ? rig.book.openOf("tool_call")[0] : undefined;
    if (left && rig.book.interrupt === undefined) {
      const action = { type: "tool.result" as const, result: "by hand" };
      rig.do({ type: "settle", settle: { id: left.id, by: "person", action } });
    } else play(rig, { ...SENSIBLE, which: 1 + 2 * step });
  }
}

/** A provider demands: after each assistant message one tool message for each id it has called, and no others. */
function expectComplete(prompt: DraftMessage[]): void {
  let asked: string[] = [];
  let told: string[] = [];
  const close = () => {
    expectThat(
      told.sort().join() === [...new Set(asked)].sort().join(),
      "a prompt is incomplete",
      asked,
      told,
      prompt,
    );
    told = [];
  };
  for (const { role, tool_calls, tool_call_id } of prompt) {
    if (role === "tool") {
      told.push(tool_call_id ?? "");
      continue;
    }
    close();
    asked = role === "assistant" ? (tool_calls ?? []).map(({ id }) => id) : [];
  }
  close();
}

/** With a worker that takes proposals, every prompt that is out is complete. */
export function expectPrompts(rig: Harness): void {
  if (!rig.book.obedient) return;
  for (const { id } of rig.book.openOf("llm_call")) expectComplete(promptOf(rig.state, id));
}

/** Each answer's batch of calls has led to exactly one further prompt, unless its turn was broken off. */
function expectReprompts({ book }: Harness): void {
  for (const [id, { calls, cut, turn }] of book.answers) {
    if (cut || calls.length === 0) continue;
    const brokenOff = turn === undefined || book.turns.get(turn) !== "done";
    const count = book.reprompts.get(id) ?? 0;
    expectThat(
      count === 1 || (brokenOff && count === 0),
      `${count} prompts follow the batch of ${id}`,
      calls,
    );
  }
}

/** What the model read, in the order in which the calls were settled. */
function expectOrder({ book }: Harness): void {
  let at = -1;
  for (const told of book.told) {
    const next = book.toTell.indexOf(told, at + 1);
    expectThat(
      next > at,
      "tool messages stand in another order than the calls were settled",
      book.told,
      book.toTell,
    );
    at = next;
  }
}

export function expectEnd(rig: Harness): void {
  const { book, session } = rig;
  rig.refold();
  for (const { proposed } of rig.state.decisions.values()) unpack(rig.state, proposed ?? {});
  for (const call of [...book.calls.values(), ...book.llm.values()])
    expectThat(call.at === "over" || book.cancelled, "a call never ends", call);
  for (const delivery of book.deliveries.values())
    expectThat(delivery.at === "over", "a decision never ends", delivery);
  for (const [id, turn] of book.turns) {
    // Only a worker of its own mind may leave a turn without a further action.
    const left = id === book.turn && book.stalled && !book.obedient;
    expectThat(turn !== "running" || left, `the turn ${id} never ends`);
  }
  for (const call of book.calls.values()) {
    const tells = session.log.filter(
      (fact) =>
        fact.type === "decision.queued" &&
        fact.trigger.type === "tool.finished" &&
        fact.trigger.id === call.id &&
        !fact.trigger.refused,
    );
    expectThat(
      tells.length > 0 === (call.outcome !== undefined),
      "an outcome is not told, or a void is",
      call,
    );
  }
  if (!book.obedient) return;
  expectReprompts(rig);
  expectOrder(rig);
}
