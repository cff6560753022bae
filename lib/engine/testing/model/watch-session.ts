import { claim } from "./claim";
import type { Watches } from "./watch";

type SessionFact =
  | "session.created"
  | "session.interrupted"
  | "session.interrupt_resumed"
  | "session.cancelled"
  | "session.restarted"
  | "turn.started"
  | "turn.completed"
  | "message.new"
  | "worker.state.updated"
  | "agent.updated"
  | "worker.logged"
  | "action.refused"
  | "breakpoints.changed"
  | "wait.skipped"
  | "session.forked";

export const SESSION_FACTS: Watches<SessionFact> = {
  "session.forked": (_book, fact) => claim(false, "nobody forked it", fact),
  "breakpoints.changed": (_book, fact) => claim(false, "nobody set a breakpoint", fact),
  "wait.skipped": (_book, fact) => claim(false, "nobody skipped a wait", fact),
  "session.created": (book, fact) => {
    claim(book.seq === 0, "a session is created twice");
    book.created = fact;
    book.limit = fact.model_calls_per_turn;
    book.agents.push(fact.agent);
  },
  "session.interrupted": (book, fact) => {
    claim(!book.paused, "an interrupt of a paused session", fact);
    if (fact.by === "engine") claim(book.modelCalls >= book.limit, "an interrupt without need", fact);
    book.interrupt = fact.interrupt_id;
    book.interruptedBy = fact.by;
  },
  "session.interrupt_resumed": (book, fact) => {
    claim(book.interrupt === fact.interrupt_id, "resumed, but not interrupted", fact);
    // D28: a person lifted the limit, so as many again are allowed.
    if (book.interruptedBy === "engine") book.limit += book.created?.model_calls_per_turn ?? 0;
    book.interrupt = undefined;
  },
  "session.cancelled": (book) => {
    claim(!book.cancelled && book.open.size + book.queue.size === 0, "cancelled with something open");
    book.cancelled = true;
    book.interrupt = undefined;
  },
  "session.restarted": (book) => {
    claim(book.command.type === "restart", "restarted by itself");
  },
  "turn.started": (book, fact) => {
    claim(book.turn === undefined && !book.turns.has(fact.turn_id), "a turn within a turn", fact);
    claim(fact.turn_id !== "" && !book.paused, "a turn of a paused session", fact);
    book.turns.set(fact.turn_id, "running");
    book.turn = fact.turn_id;
    book.modelCalls = 0;
    book.limit = book.created?.model_calls_per_turn ?? 0;
  },
  "turn.completed": (book, fact) => {
    claim(book.turn === fact.turn_id, "the end of a turn that does not run", fact);
    if (fact.outcome === "failed") claim(fact.error !== undefined, "a turn failed without a word", fact);
    if (fact.outcome !== "done") claim(book.open.size === 0, "a turn was stopped with calls open", fact);
    book.turns.set(fact.turn_id, fact.outcome);
    book.turn = undefined;
  },
  "message.new": (book, { message, parent_id }) => {
    claim(!book.messages.has(message.id), "a message is recorded twice", message);
    claim(parent_id === undefined || book.messages.has(parent_id), "a message under nothing", message);
    book.messages.set(message.id, parent_id);
    book.head = message.id;
    for (const { id } of message.tool_calls ?? []) book.askedBy.set(id, message.id);
    const { command } = book;
    const about = command.type === "answer" ? book.deliveries.get(command.decision_id)?.trigger.type : null;
    if (message.role === "tool" && about === "tool.finished")
      book.told.push(`${message.tool_call_id}: ${message.content}`);
  },
  "worker.state.updated": (book, fact) => {
    claim(book.command.type === "answer" && fact.state !== null, "a state that nobody wrote", fact);
  },
  "agent.updated": (book, fact) => {
    claim(book.command.type === "answer", "a config that nobody wrote", fact);
    book.agents.push(fact.agent);
  },
  "worker.logged": (book, fact) => {
    claim(book.deliveries.has(fact.decision_id), "a word on an unknown decision", fact);
  },
  "action.refused": (book, fact) => {
    claim(book.command.type === "answer" && fact.reason !== "", "a refusal of nothing", fact);
  },
};
