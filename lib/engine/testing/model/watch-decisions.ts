import type { Fact, TriggerRef } from "../../facts";
import type { PackedResponse } from "../../packed";
import type { Book, Delivery } from "./book";
import { claim, found } from "./claim";
import { endOf, isPast, waitAfter } from "./clocks";
import type { Watches } from "./watch";

type DecisionFact =
  | "decision.queued"
  | "decision.dispatched"
  | "decision.completed"
  | "decision.errored"
  | "decision.dropped"
  | "decision.held"
  | "decision.released";

const typesOf = (proposed: PackedResponse): string => (proposed.actions ?? []).map(({ type }) => type).join();

/** What the engine must propose (protocol.md 4.3, 6.2). */
const PROPOSAL: { [T in TriggerRef["type"]]: (book: Book, delivery: Delivery, types: string) => boolean } = {
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
function isNext(book: Book, delivery: Delivery): boolean {
  const rank = ({ trigger }: Delivery) => (trigger.type === "interrupt.resumed" ? 0 : 1);
  const parallel = book.created?.parallel ?? 1;
  const rivals = [...book.queue.values()].filter(
    ({ at, trigger }) =>
      at === "queued" &&
      (parallel === 1 || (trigger.type === "tool.execute") === (delivery.trigger.type === "tool.execute")),
  );
  const best = Math.min(...rivals.map(rank));
  return rivals.find((rival) => rank(rival) === best) === delivery;
}

function firstOut(book: Book, delivery: Delivery, fact: Fact & { type: "decision.dispatched" }): void {
  const { id, trigger } = delivery;
  claim(isNext(book, delivery), "delivered out of turn", fact, [...book.queue.values()]);
  claim(fact.pending_calls === book.pending(id), `${book.pending(id)} calls are pending`, fact);
  delivery.proposed = found(fact.proposed, "the first delivery carries no proposal");
  delivery.pending = fact.pending_calls;
  const types = typesOf(delivery.proposed);
  claim(PROPOSAL[trigger.type](book, delivery, types), "another proposal", fact, trigger);
  if (trigger.type === "tool.execute") claim(!book.overtaken(delivery), "work for a settled call", fact);
}

function over(book: Book, { decision_id: id, turn_id }: Fact & { decision_id: string }): Delivery {
  const delivery = found(book.deliveries.get(id), `nobody queued ${id}`);
  claim(turn_id === delivery.turn, "a fact of a decision outside the decision's turn", delivery);
  claim(delivery.at !== "over", "a decision ends twice", delivery);
  delivery.at = "over";
  book.queue.delete(id);
  return delivery;
}

const batchOf = (book: Book, trigger: TriggerRef & { type: "tool.finished" }): string | undefined =>
  trigger.refused ? trigger.refused.llm_call_id : book.calls.get(trigger.id)?.batch;

/** The model sets no breakpoints: holds have tests of their own. */
const never = (_book: Book, fact: Fact) => claim(false, "nothing asked for that", fact);

export const DECISION_FACTS: Watches<DecisionFact> = {
  "decision.held": never,
  "decision.released": never,
  "decision.queued": (book, fact) => {
    const { decision_id: id, trigger } = fact;
    claim(!book.deliveries.has(id), "a decision is queued twice", fact);
    const { last } = book;
    const again =
      trigger.type === "tool.finished" && last?.type === "decision.dropped" && book.interrupt !== undefined;
    if (trigger.type === "tool.finished" && trigger.refused && !again)
      book.toTell.push(`${trigger.id}: ${trigger.refused.error}`);
    const delivery: Delivery = {
      ...{ id, trigger, turn: fact.turn_id, at: "queued", failed: 0, pending: 0, sent: 0 },
    };
    book.deliveries.set(id, delivery);
    book.queue.set(id, delivery);
  },
  "decision.dispatched": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    claim(fact.attempts === delivery.failed, "another count of failed deliveries", fact);
    claim(fact.turn_id === delivery.turn, "a fact of a decision outside the decision's turn", fact);
    claim(!book.paused, "a delivery of a paused session", fact);
    const first = delivery.at === "queued";
    if (first) firstOut(book, delivery, fact);
    else {
      claim(delivery.at === "waits" && isPast(delivery.due, book.now), "delivered again too early", fact);
      claim(fact.proposed === undefined && fact.pending_calls === delivery.pending, "changed", fact);
    }
    const anew = endOf(book.now, book.created?.delivery.total_timeout_secs ?? null);
    if (first || isPast(delivery.deadline, book.now)) delivery.deadline = anew;
    claim(delivery.deadline === fact.deadline_at, "another deadline of a delivery", fact, delivery);
    Object.assign(delivery, { at: "out", sent: book.now, due: undefined });
    const executes = book.placed("execute").length;
    const others = book.placed("other").length;
    const parallel = book.created?.parallel ?? 0;
    claim(executes <= parallel && others <= 1, "too many at once", fact);
    if (parallel === 1) claim(executes + others === 1, "two at once", fact);
  },
  "decision.completed": (book, fact) => {
    const { trigger, proposed } = over(book, fact);
    const { command } = book;
    claim(command.type === "answer" && command.decision_id === fact.decision_id, "answered by nobody", fact);
    const reprompts = fact.taken && proposed?.actions?.some(({ type }) => type === "llm.call");
    const batch = trigger.type === "tool.finished" && reprompts ? batchOf(book, trigger) : undefined;
    if (batch === undefined) return;
    const count = (book.reprompts.get(batch) ?? 0) + 1;
    book.reprompts.set(batch, count);
    claim(count === 1, "a batch is answered for twice", fact);
    const siblings = book.openOf("tool_call").filter((call) => call.batch === batch);
    claim(siblings.length === 0, "the model is asked while a sibling is open", fact, siblings);
  },
  "decision.errored": (book, fact) => {
    const delivery = found(book.deliveries.get(fact.decision_id), "nobody queued it");
    claim(delivery.at === "out", "a delivery that was not made has failed", fact);
    delivery.failed += 1;
    claim(fact.attempts === delivery.failed, "another count of failed deliveries", fact);
    const policy = found(book.created?.delivery, "no session");
    const wait = book.command.type === "restart" ? 0 : waitAfter(policy, delivery.failed);
    const due = book.now + wait;
    const exhausted = !fact.retryable || delivery.failed >= policy.max_attempts;
    const last = book.command.type !== "restart" && (exhausted || isPast(delivery.deadline, due));
    if (last || book.overtaken(delivery)) {
      claim(fact.due_at === undefined, "delivered again beyond the policy", fact, delivery);
      over(book, fact);
    } else {
      claim(fact.due_at === due, `to be delivered again at ${due}`, fact);
      Object.assign(delivery, { at: "waits", due });
    }
  },
  "decision.dropped": (book, fact) => {
    const { trigger } = over(book, fact);
    claim(fact.reason !== "" && trigger.type !== undefined, "dropped without a word", fact);
  },
};
