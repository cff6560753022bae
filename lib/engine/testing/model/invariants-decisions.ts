import type { Fact, PackedAnswer, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse } from "@/lib/engine/log/packed";
import { equalJson } from "@/lib/json/equal";
import { endOf, isPast, waitAfter } from "./clocks";
import { expectThat, found } from "./expect-that";
import { reasonToHold, typesOf } from "./holds";
import type { Watches } from "./invariants";
import { type Delivery, moveLimits, type ShadowModel } from "./shadow-model";

type DecisionFact =
  | "decision.queued"
  | "decision.dispatched"
  | "decision.completed"
  | "decision.errored"
  | "decision.dropped"
  | "decision.held"
  | "decision.released";

/** What the engine must propose (docs/contract.md#proposals). */
const PROPOSAL: {
  [T in TriggerRef["type"]]: (book: ShadowModel, delivery: Delivery, types: string) => boolean;
} = {
  "session.start": (_book, _delivery, types) => types === "",
  "client.messages": (_book, _delivery, types) => types === "llm.call",
  "llm.finished": (book, { trigger }, types) => {
    const answer = book.answers.get("id" in trigger ? trigger.id : "");
    if (!answer || answer.cut) return types === "interrupt";
    return types === (answer.calls.map(() => "tool.call").join() || "done");
  },
  "tool.execute": (book, { trigger, proposed }, types) => {
    const { fault } = book.call("tool_call", "id" in trigger ? trigger.id : "");
    const [action] = proposed?.actions ?? [];
    if (fault === undefined) return types === "";
    return types === "tool.error" && action?.type === "tool.error" && action.error === fault;
  },
  "tool.finished": (book, { trigger, pending, proposed }, types) => {
    const refused = "refused" in trigger ? trigger.refused : undefined;
    const call = book.calls.get("id" in trigger ? trigger.id : "");
    const batch = refused ? refused.llm_call_id : call?.batch;
    const outcome = refused ? refused.error : call?.outcome;
    const told = proposed?.messages?.add[0]?.content;
    if (pending === 0 && batch === undefined) return types === "" && told === undefined;
    return told === outcome && types === (pending === 0 ? "llm.call" : "");
  },
  "interrupt.resumed": (_book, _delivery, types) => types === "" || types === "llm.call",
};

/** First of its kind in the queue: a resume before all, else by arrival. */
function isNext(book: ShadowModel, delivery: Delivery): boolean {
  const rank = ({ trigger }: Delivery) => (trigger.type === "interrupt.resumed" ? 0 : 1);
  const { parallel } = book;
  const rivals = [...book.queue.values()].filter(
    ({ at, trigger }) =>
      at === "queued" &&
      (parallel === 1 || (trigger.type === "tool.execute") === (delivery.trigger.type === "tool.execute")),
  );
  const best = Math.min(...rivals.map(rank));
  return rivals.find((rival) => rank(rival) === best) === delivery;
}

/** What is put before the worker, or before a person who holds it: fixed then, and the same ever after. */
function prepared(
  book: ShadowModel,
  delivery: Delivery,
  fact: { proposed?: PackedResponse; pending_calls?: number },
): void {
  const { id, trigger } = delivery;
  expectThat(isNext(book, delivery), "delivered out of turn", fact, [...book.queue.values()]);
  expectThat(fact.pending_calls === book.pending(id), `${book.pending(id)} calls are pending`, fact);
  delivery.proposed = found(fact.proposed, "the first delivery carries no proposal");
  delivery.pending = fact.pending_calls ?? 0;
  const types = typesOf(delivery.proposed).join();
  expectThat(PROPOSAL[trigger.type](book, delivery, types), "another proposal", fact, trigger);
  if (trigger.type === "tool.execute") expectThat(!book.overtaken(delivery), "work for a settled call", fact);
}

/** Whether a person answers it in the worker's place, in this very command. */
const byPerson = ({ command }: ShadowModel, { id }: Delivery): boolean =>
  command.type === "release" && command.decision_id === id && command.how.kind !== "continue";

/** Never more out at once than there is room for. (With a fork's workspace there may be less room than are out.) */
function roomFor(book: ShadowModel, { trigger }: Delivery, fact: Fact): void {
  const { parallel } = book;
  const executes = book.placed("execute").length;
  const others = book.placed("other").length;
  expectThat(trigger.type === "tool.execute" ? executes <= parallel : others <= 1, "too many at once", fact);
  if (parallel === 1) expectThat(executes + others <= 1, "two at once", fact);
}

/** The limits of a held execution's call stood still for so long. */
function letGo(book: ShadowModel, delivery: Delivery): void {
  const { trigger, held } = delivery;
  if (!held || trigger.type !== "tool.execute") return;
  moveLimits(book.call("tool_call", trigger.id), book.now - held.at);
}

function heldBefore(book: ShadowModel, delivery: Delivery, fact: Fact & { type: "decision.held" }): void {
  expectThat(delivery.at === "queued" && !delivery.letGo, "held twice before it goes out", fact, delivery);
  prepared(book, delivery, fact);
  if (delivery.trigger.type !== "tool.execute") return;
  const { parallel } = book;
  expectThat(book.placed("execute").length < parallel, "held before its turn has come", fact);
}

/** Held with an answer: the very one that was given, and nothing of it is applied. */
function heldAfter(book: ShadowModel, delivery: Delivery, fact: Fact & { type: "decision.held" }): void {
  const { command } = book;
  expectThat(fact.proposed === undefined && fact.pending_calls === undefined, "proposed again", fact);
  expectThat(
    delivery.at === "out" && command.type === "answer" && command.decision_id === delivery.id,
    "held with an answer that nobody gave",
    fact,
  );
  if (command.answer.kind === "proposed") expectThat(fact.answer?.taken === true, "not taken", fact);
  else expectThat(command.answer.kind === "answered", "a failure is held", fact);
}

function over(book: ShadowModel, { decision_id: id, turn_id }: Fact & { decision_id: string }): Delivery {
  const delivery = found(book.deliveries.get(id), `nobody queued ${id}`);
  expectThat(turn_id === delivery.turn, "a fact of a decision outside the decision's turn", delivery);
  expectThat(delivery.at !== "over", "a decision ends twice", delivery);
  if (delivery.at === "held") letGo(book, delivery);
  delivery.at = "over";
  book.queue.delete(id);
  return delivery;
}

const batchOf = (book: ShadowModel, trigger: TriggerRef & { type: "tool.finished" }): string | undefined =>
  trigger.refused ? trigger.refused.llm_call_id : book.calls.get(trigger.id)?.batch;

/** A message is put before the worker as it was sent. */
function said(book: ShadowModel, { messages }: TriggerRef & { type: "client.messages" }): void {
  const { command, sending } = book;
  const text = sending ?? (command.type === "message" ? command.text : undefined);
  expectThat(messages.length === 1 && messages[0]?.content === text, "another message", text, messages);
  book.sending = undefined;
}

/** With a config of its own, an answer counts those before it: others may have come while it was held. */
const counted = (answer: PackedAnswer | undefined): unknown =>
  answer?.returned?.agent
    ? { ...answer, returned: { ...answer.returned, actions: typesOf(answer.returned) } }
    : answer;

/** What is applied is what was answered: by the worker now, by it before and held since, or by a person. */
function answeredAs(
  book: ShadowModel,
  delivery: Delivery,
  fact: Fact & { type: "decision.completed" },
): void {
  const { command } = book;
  const { proposed, held } = delivery;
  if (command.type === "release") {
    const { how } = command;
    expectThat((fact.by === "person") === (how.kind !== "continue"), "answered by another", fact);
    if (how.kind === "proposal") expectThat(fact.taken, "not the proposal", fact);
    if (how.kind !== "continue") return;
    const { taken, returned, ignored_edits } = fact;
    const same = { taken, returned, ignored_edits };
    expectThat(equalJson(counted(same), counted(held?.answer)), "not what was held", fact, held);
    return;
  }
  expectThat(fact.by === undefined, "answered by another", fact);
  const why = reasonToHold(book, delivery, typesOf(fact.returned ?? proposed));
  expectThat(why === null, "applied, though it meets a breakpoint", why, fact);
}

export const DECISION_FACTS: Watches<DecisionFact> = {
  "decision.held": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    expectThat(fact.turn_id === delivery.turn, "a fact of a decision outside the decision's turn", fact);
    expectThat(!book.paused, "held in a paused session", fact);
    const { answer } = fact;
    if (answer) heldAfter(book, delivery, fact);
    else heldBefore(book, delivery, fact);
    const response = answer?.returned ?? delivery.proposed;
    const why = reasonToHold(book, delivery, typesOf(response));
    expectThat(equalJson(why, fact.why), "held for another reason", why, fact);
    Object.assign(delivery, { at: "held", held: { seq: fact.seq, at: book.now, answer } });
    book.stepping = false;
    if (!answer) roomFor(book, delivery, fact);
  },
  "decision.released": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    const { command } = book;
    expectThat(delivery.at === "held" && !book.paused, "let go, but not held", fact, delivery);
    expectThat(fact.turn_id === delivery.turn, "a fact of a decision outside the decision's turn", fact);
    expectThat(
      command.type === "release" && command.decision_id === fact.decision_id,
      "let go by nobody",
      fact,
    );
    expectThat(command.how.kind === fact.how && command.step === fact.step, "let go in another way", fact);
    letGo(book, delivery);
    delivery.at = delivery.held?.answer ? "out" : "queued";
    delivery.letGo = true;
    book.stepping = fact.step;
  },
  "decision.queued": (book, fact) => {
    const { decision_id: id, trigger } = fact;
    expectThat(!book.deliveries.has(id), "a decision is queued twice", fact);
    if (trigger.type === "client.messages") said(book, trigger);
    const { last } = book;
    const again =
      trigger.type === "tool.finished" && last?.type === "decision.dropped" && book.interrupt !== undefined;
    if (trigger.type === "tool.finished" && trigger.refused && !again)
      book.toTell.push(`${trigger.id}: ${trigger.refused.error}`);
    const delivery: Delivery = {
      ...{ id, trigger, turn: fact.turn_id, at: "queued", failed: 0, pending: 0, sent: 0 },
      ...{ letGo: false, delivered: false },
    };
    book.deliveries.set(id, delivery);
    book.queue.set(id, delivery);
  },
  "decision.dispatched": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    expectThat(fact.attempts === delivery.failed, "another count of failed deliveries", fact);
    expectThat(fact.turn_id === delivery.turn, "a fact of a decision outside the decision's turn", fact);
    expectThat(!book.paused, "a delivery of a paused session", fact);
    const { at } = delivery;
    if (at === "queued" && !delivery.letGo) {
      prepared(book, delivery, fact);
      const why = reasonToHold(book, delivery, typesOf(delivery.proposed));
      expectThat(why === null, "goes out, though it meets a breakpoint", why, fact);
    } else {
      const again = delivery.at === "waits" && isPast(delivery.due, book.now);
      expectThat(again || delivery.at === "queued", "delivered again too early", fact);
      expectThat(fact.proposed === undefined && fact.pending_calls === delivery.pending, "changed", fact);
      const next = again || byPerson(book, delivery) || isNext(book, delivery);
      expectThat(next, "delivered out of turn", fact, [...book.queue.values()]);
    }
    const anew = endOf(book.now, book.delivery?.total_timeout_secs ?? null);
    if (delivery.deadline === undefined || isPast(delivery.deadline, book.now)) delivery.deadline = anew;
    expectThat(delivery.deadline === fact.deadline_at, "another deadline of a delivery", fact, delivery);
    Object.assign(delivery, { at: "out", sent: book.now, due: undefined, delivered: true });
    if (at === "queued" && !byPerson(book, delivery)) roomFor(book, delivery, fact);
  },
  "decision.completed": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    const { trigger, proposed } = delivery;
    expectThat(book.answering === delivery && delivery.at === "out", "answered by nobody", fact);
    answeredAs(book, delivery, fact);
    over(book, fact);
    const reprompts = fact.taken && proposed?.actions?.some(({ type }) => type === "llm.call");
    const batch = trigger.type === "tool.finished" && reprompts ? batchOf(book, trigger) : undefined;
    if (batch === undefined) return;
    const count = (book.reprompts.get(batch) ?? 0) + 1;
    book.reprompts.set(batch, count);
    expectThat(count === 1, "a batch is answered for twice", fact);
    const siblings = book.openOf("tool_call").filter((call) => call.batch === batch);
    expectThat(siblings.length === 0, "the model is asked while a sibling is open", fact, siblings);
  },
  "decision.errored": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    expectThat(delivery.at === "out", "a delivery that was not made has failed", fact);
    delivery.failed += 1;
    expectThat(fact.attempts === delivery.failed, "another count of failed deliveries", fact);
    const policy = found(book.delivery, "no session");
    const wait = book.command.type === "restart" ? 0 : waitAfter(policy, delivery.failed);
    const due = book.now + wait;
    const exhausted = !fact.retryable || delivery.failed >= policy.max_attempts;
    const last = book.command.type !== "restart" && (exhausted || isPast(delivery.deadline, due));
    if (last || book.overtaken(delivery)) {
      expectThat(fact.due_at === undefined, "delivered again beyond the policy", fact, delivery);
      over(book, fact);
    } else {
      expectThat(fact.due_at === due, `to be delivered again at ${due}`, fact);
      Object.assign(delivery, { at: "waits", due });
    }
  },
  "decision.dropped": (book, fact) => {
    const { trigger } = over(book, fact);
    expectThat(fact.reason !== "" && trigger.type !== undefined, "dropped without a word", fact);
  },
};
