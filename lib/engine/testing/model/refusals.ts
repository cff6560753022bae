/** Which commands must be refused, and why: said before the engine is asked. */
import type { Command } from "@/lib/engine/decide/decide";
import type { RefusalReason } from "@/lib/engine/decide/step";
import type { ShadowModel } from "./shadow-model";

type Predict<T extends Command["type"]> = (
  book: ShadowModel,
  command: Extract<Command, { type: T }>,
) => RefusalReason | null;

/** An answer with a settle that names no call, to a decision that is about none. */
export function isUnreadable(book: ShadowModel, command: Command & { type: "answer" | "release" }): boolean {
  const given = command.type === "answer" ? command.answer : command.how;
  if (given.kind !== "answered" && given.kind !== "edited") return false;
  const trigger = book.deliveries.get(command.decision_id)?.trigger;
  const nameless = (given.response.actions ?? []).some(
    (action) => (action.type === "tool.result" || action.type === "tool.error") && !action.id,
  );
  return nameless && trigger?.type !== "tool.execute";
}

function isWaiting(book: ShadowModel, { kind, id }: Command & { type: "skip" }): boolean {
  if (kind === "decision") return book.deliveries.get(id)?.at === "waits";
  return (kind === "tool_call" ? book.calls : book.llm).get(id)?.at === "waits";
}

const PREDICT: { [T in Command["type"]]: Predict<T> } = {
  create: () => "exists",
  tick: () => null,
  settle: (book, { settle }) => {
    const call = book.calls.get(settle.id);
    if (!call) return "not_found";
    if (settle.by === "client" && call.handler !== "client") return "forbidden";
    if (call.at === "waits" || call.at === "over") return "not_pending";
    return settle.attempt === undefined || settle.attempt === call.attempt ? null : "attempt_mismatch";
  },
  answer: (book, { decision_id }) => {
    const delivery = book.deliveries.get(decision_id);
    if (!delivery) return "not_found";
    return delivery.at === "out" ? null : "stale";
  },
  model: (book, { call_id, attempt }) => {
    const call = book.llm.get(call_id);
    return call?.at === "runs" && call.attempt === attempt ? null : "stale";
  },
  resume: (book, { interrupt_id }) => (book.interrupt === interrupt_id ? null : "not_interrupted"),
  message: (book) => {
    if (book.interrupt !== undefined) return "interrupted";
    return book.turn !== undefined && !book.stalled ? "turn_running" : null;
  },
  cancel: () => null,
  restart: () => null,
  breakpoints: () => null,
  release: (book, command) => {
    const delivery = book.deliveries.get(command.decision_id);
    if (delivery?.at !== "held") return "not_held";
    if (command.hold !== undefined && command.hold !== delivery.held?.seq) return "not_held";
    if (book.interrupt !== undefined) return "interrupted";
    return isUnreadable(book, command) ? "invalid_answer" : null;
  },
  skip: (book, command) => (book.interrupt === undefined && isWaiting(book, command) ? null : "not_waiting"),
  // What a fork does differently always fits the place that it goes back to.
  fork: () => null,
};

/** What a cancelled session still takes in: the ends of what was under way. */
const AFTER_THE_END: ReadonlySet<Command["type"]> = new Set(["create", "tick", "settle", "answer", "model"]);

/** The refusal to expect. */
export function predict(book: ShadowModel, command: Command): RefusalReason | null {
  if (!book.created) return command.type === "create" ? null : "not_found";
  if (book.cancelled && !AFTER_THE_END.has(command.type)) return "cancelled";
  return (PREDICT[command.type] as Predict<Command["type"]>)(book, command as never);
}
