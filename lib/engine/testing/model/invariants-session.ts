import type { Fact } from "@/lib/engine/log/facts";
import { equalJson } from "@/lib/json/equal";
import type { Workspace } from "../../../protocol/workspace";
import { expectThat, found } from "./expect-that";
import type { Watches } from "./invariants";
import type { ShadowModel } from "./shadow-model";

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

/** D21: a worker on the network is delivered to again, one inside the server is not. */
const DELIVERY = {
  http: { max_attempts: 10, total_timeout_secs: 300, backoff_base_secs: 2, backoff_max_secs: 60 },
  inside: { max_attempts: 1, total_timeout_secs: null, backoff_base_secs: 0, backoff_max_secs: 0 },
};

/** What a workspace says applies from now on (D25, D28). */
function governs(
  book: ShadowModel,
  { worker, parallel = 8, limits, breakpoints = [], faults }: Workspace,
): void {
  book.delivery = DELIVERY[worker.kind === "http" ? "http" : "inside"];
  book.parallel = parallel;
  book.perTurn = limits?.modelCallsPerTurn ?? 50;
  book.breakpoints = breakpoints;
  book.faults = faults;
}

/** A turn begins with a message: of a person now, or the first of those that a fork has to send. */
function sent(book: ShadowModel, { replayed }: Fact & { type: "turn.started" }): void {
  if (!replayed) {
    expectThat(book.command.type === "message", "a turn that nobody began");
    return;
  }
  expectThat(book.replay.length > 0 && (book.lastTurn ?? "done") === "done", "sent without being asked for");
  expectThat(
    [...book.queue.values()].every((one) => book.overtaken(one)),
    "sent while something is decided",
  );
  book.sending = book.replay[0];
  book.replay = book.replay.slice(1);
}

export const SESSION_FACTS: Watches<SessionFact> = {
  "session.forked": (book, fact) => {
    const { command } = book;
    expectThat(command.type === "fork" && equalJson(fact.origin, command.origin), "forked by nobody", fact);
    expectThat(!book.cancelled, "a fork of what has ended", fact);
    book.move(book.now - fact.origin.at);
    book.replay = command.replay ?? [];
    expectThat(equalJson(fact.replay ?? [], book.replay), "other messages are to be sent", fact);
    expectThat(equalJson(fact.workspace, command.workspace), "another workspace", fact);
    if (!fact.workspace) return;
    governs(book, fact.workspace);
    book.agents.push(found(fact.agent, "a workspace without its agent"));
  },
  "breakpoints.changed": (book, fact) => {
    const { command } = book;
    expectThat(
      command.type === "breakpoints" && equalJson(fact.breakpoints, command.breakpoints),
      "by nobody",
    );
    book.breakpoints = fact.breakpoints;
  },
  "wait.skipped": (book, fact) => {
    const { command } = book;
    const { kind, id } = fact;
    expectThat(
      command.type === "skip" && command.kind === kind && command.id === id,
      "skipped by nobody",
      fact,
    );
    const waiting = kind === "decision" ? book.deliveries.get(id) : book.call(kind, id);
    expectThat(waiting?.at === "waits" && !book.paused, "nothing waits there", fact, waiting);
    expectThat(waiting.turn === fact.turn_id, "a wait of another turn", fact, waiting);
    waiting.due = book.now;
  },
  "session.created": (book, fact) => {
    expectThat(book.seq === 0, "a session is created twice");
    book.created = fact;
    governs(book, fact.workspace);
    expectThat(fact.parallel === book.parallel && fact.model_calls_per_turn === book.perTurn, "others", fact);
    book.delivery = fact.delivery;
    book.limit = book.perTurn;
    book.agents.push(fact.agent);
  },
  "session.interrupted": (book, fact) => {
    expectThat(!book.paused, "an interrupt of a paused session", fact);
    if (fact.by === "engine") expectThat(book.modelCalls >= book.limit, "an interrupt without need", fact);
    book.interrupt = fact.interrupt_id;
    book.interruptedBy = fact.by;
  },
  "session.interrupt_resumed": (book, fact) => {
    expectThat(book.interrupt === fact.interrupt_id, "resumed, but not interrupted", fact);
    // D28: a person lifted the limit, so as many again are allowed.
    if (book.interruptedBy === "engine") book.limit += book.perTurn;
    book.interrupt = undefined;
  },
  "session.cancelled": (book) => {
    expectThat(!book.cancelled && book.open.size + book.queue.size === 0, "cancelled with something open");
    book.cancelled = true;
    book.interrupt = undefined;
  },
  "session.restarted": (book) => {
    expectThat(book.command.type === "restart", "restarted by itself");
  },
  "turn.started": (book, fact) => {
    expectThat(book.turn === undefined && !book.turns.has(fact.turn_id), "a turn within a turn", fact);
    expectThat(fact.turn_id !== "" && !book.paused, "a turn of a paused session", fact);
    sent(book, fact);
    book.turns.set(fact.turn_id, "running");
    book.turn = fact.turn_id;
    book.modelCalls = 0;
    book.limit = book.perTurn;
  },
  "turn.completed": (book, fact) => {
    expectThat(book.turn === fact.turn_id, "the end of a turn that does not run", fact);
    if (fact.outcome === "failed") expectThat(fact.error !== undefined, "a turn failed without a word", fact);
    if (fact.outcome !== "done") expectThat(book.open.size === 0, "a turn was stopped with calls open", fact);
    book.turns.set(fact.turn_id, fact.outcome);
    book.lastTurn = fact.outcome;
    book.turn = undefined;
  },
  "message.new": (book, { message, parent_id }) => {
    expectThat(!book.messages.has(message.id), "a message is recorded twice", message);
    expectThat(parent_id === undefined || book.messages.has(parent_id), "a message under nothing", message);
    book.messages.set(message.id, parent_id);
    book.head = message.id;
    for (const { id } of message.tool_calls ?? []) book.askedBy.set(id, message.id);
    const about = book.answering?.trigger.type;
    if (message.role === "tool" && about === "tool.finished")
      book.told.push(`${message.tool_call_id}: ${message.content}`);
  },
  "worker.state.updated": (book, fact) => {
    expectThat(book.answering !== undefined && fact.state !== null, "a state that nobody wrote", fact);
  },
  "agent.updated": (book, fact) => {
    expectThat(book.answering !== undefined, "a config that nobody wrote", fact);
    book.agents.push(fact.agent);
  },
  "worker.logged": (book, fact) => {
    expectThat(book.deliveries.has(fact.decision_id), "a word on an unknown decision", fact);
  },
  "action.refused": (book, fact) => {
    expectThat(book.answering !== undefined && fact.reason !== "", "a refusal of nothing", fact);
  },
};
