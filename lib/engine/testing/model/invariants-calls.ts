import type { Fact } from "@/lib/engine/log/facts";
import { endOf, isPast, policyOf, waitAfter } from "./clocks";
import { expectThat, found } from "./expect-that";
import type { Watches } from "./invariants";
import { isWithheld } from "./invariants-faults";
import type { BookCall, ShadowModel } from "./shadow-model";

type CallFact =
  | "tool.call.requested"
  | "input.classified"
  | "tool.call.completed"
  | "output.rejected"
  | "tool.call.errored"
  | "call.refused"
  | "settle.refused"
  | "call.voided"
  | "attempt.started"
  | "attempt.failed"
  | "llm.call.requested"
  | "llm.call.completed"
  | "llm.call.errored";

/** Not while its execution is held: then no limit runs. */
const outOfTime = (book: ShadowModel, call: BookCall): boolean =>
  !book.stands(call) && isPast(call.total, book.now);

/** Every call ends once; then nothing of it is due any more. */
function end(book: ShadowModel, call: BookCall, outcome?: string): void {
  expectThat(call.at !== "over", "a call ends twice", call);
  call.at = "over";
  call.outcome = outcome;
  book.open.delete(`${call.kind} ${call.id}`);
  if (outcome !== undefined && call.kind === "tool_call") book.toTell.push(`${call.id}: ${outcome}`);
}

function isOf(call: BookCall, fact: Fact & { attempt: number }): void {
  expectThat(
    call.attempt === fact.attempt,
    `a fact of attempt ${fact.attempt} of a call at ${call.attempt}`,
    fact,
  );
  expectThat(call.turn === fact.turn_id, "a fact of a call outside the call's turn", fact);
}

/** A wait is over: the next attempt is asked for. */
function again(book: ShadowModel, call: BookCall, fact: Fact & { attempt: number }): void {
  isOf(call, fact);
  expectThat(call.at === "waits" && isPast(call.due, book.now), "an attempt before its time", fact, call);
  expectThat(!outOfTime(book, call), "an attempt after the total limit", fact, call);
  call.at = "asked";
  call.requested = call.attempt;
  call.due = undefined;
}

/** The causes of a failed attempt, and what must then be so. */
const CAUSES: Record<string, (book: ShadowModel, call: BookCall, retryable: boolean) => boolean> = {
  "attempt timeout": (book, call, retryable) =>
    call.at === "runs" && isPast(call.deadline, book.now) && retryable && !book.stands(call),
  "total timeout": (book, call, retryable) => outOfTime(book, call) && !retryable,
  restart: (book, call) => book.command.type === "restart" && call.at === "runs",
  output: (book, call, retryable) =>
    book.last?.type === "output.rejected" && book.last.tool_call_id === call.id && !retryable,
  worker: (book) => book.answering !== undefined,
  person: (book, { id }) => book.command.type === "settle" && book.command.settle.id === id,
  client: (book, { id, handler }) =>
    book.command.type === "settle" && book.command.settle.id === id && handler === "client",
};

function errored(
  book: ShadowModel,
  call: BookCall,
  fact: Fact & { type: "tool.call.errored" | "llm.call.errored" },
): void {
  isOf(call, fact);
  expectThat(call.at !== "over", "a failure after the end", fact);
  const exhausted = !fact.retryable || call.attempt + 1 >= call.policy.max_attempts;
  expectThat(fact.terminal === (exhausted || outOfTime(book, call)), "the policy says otherwise", fact, call);
  if (fact.terminal) end(book, call, fact.error);
}

/** A tool's policy, from its action (in the answer being applied) up to the engine's. */
function policyFor(book: ShadowModel, fact: Fact & { type: "tool.call.requested" }): void {
  const agent = book.agents.at(-1);
  const own = agent?.tools?.find(({ name }) => name === fact.name);
  const retry = own && "retry" in own ? (own.retry as object) : undefined;
  const layers = fact.policy?.layers ?? {};
  const fromAction = Object.entries(fact.policy?.policy ?? {}).filter(
    ([field]) => layers[field as keyof typeof layers] === "action",
  );
  const expected = policyOf(fact.handler, agent as never, [retry, Object.fromEntries(fromAction)]);
  expectThat(
    JSON.stringify(expected) === JSON.stringify(fact.policy?.policy),
    "another policy",
    expected,
    fact.policy,
  );
}

function requestedTool(book: ShadowModel, fact: Fact & { type: "tool.call.requested" }): void {
  const { tool_call_id: id, name, handler } = fact;
  expectThat(!book.calls.has(id), "an id is used twice", fact);
  expectThat(fact.attempt === 0 && fact.turn_id === book.turn, "a call of no turn", fact);
  expectThat(fact.anchor === book.head, "anchored elsewhere", fact);
  policyFor(book, fact);
  const batch = fact.llm_call_id;
  const tool = batch === undefined ? undefined : book.toolLists.get(batch)?.find((one) => one.name === name);
  const promise = typeof tool?.output === "string" && tool.output !== "unusable";
  const { policy } = found(fact.policy, "a call without a policy");
  const call: BookCall = {
    ...{ kind: "tool_call", id, name, handler, policy, turn: fact.turn_id, attempt: 0, at: "asked" },
    ...{ started: 0, batch, promise, anchor: book.head, rejected: false, requested: 0 },
  };
  book.calls.set(id, call);
  book.open.set(`tool_call ${id}`, call);
}

function requestedModel(book: ShadowModel, fact: Fact & { type: "llm.call.requested" }): void {
  const { call_id: id, request } = fact;
  expectThat(!book.llm.has(id), "an id is used twice", fact);
  expectThat(fact.attempt === 0 && fact.turn_id === book.turn, "a model call of no turn", fact);
  expectThat(book.modelCalls < book.limit, "a model call beyond the limit", fact);
  expectThat(fact.anchor === book.head, "anchored elsewhere", fact);
  book.modelCalls += 1;
  book.toolLists.set(id, book.toolsSent(request?.tools));
  const { policy } = found(fact.policy, "a call without a policy");
  const call: BookCall = {
    ...{ kind: "llm_call", id, name: "", handler: "worker", policy, turn: fact.turn_id, attempt: 0 },
    ...{ at: "asked", started: 0, promise: false, anchor: book.head, rejected: false, requested: 0 },
  };
  book.llm.set(id, call);
  book.open.set(`llm_call ${id}`, call);
}

export const CALL_FACTS: Watches<CallFact> = {
  "tool.call.requested": (book, fact) => {
    if (fact.policy) requestedTool(book, fact);
    else again(book, book.call("tool_call", fact.tool_call_id), fact);
  },
  "input.classified": (book, fact) => {
    const call = book.call("tool_call", fact.tool_call_id);
    expectThat(call.at === "asked" && call.attempt === 0, "classified too late", fact);
    const sent = call.batch === undefined ? null : (book.toolLists.get(call.batch) ?? null);
    const declared = sent === null ? "unknown" : sent.some(({ name }) => name === call.name) ? "yes" : "no";
    expectThat(fact.declared === declared, `the call's tool is declared: ${declared}`, fact);
    const { verdict } = fact;
    call.verdict = declared === "no" ? "unknown tool" : verdict.status;
    if (declared === "no") call.fault = `unknown tool: ${call.name}`;
    else if ("error" in verdict) call.fault = `invalid tool arguments: ${verdict.error}`;
  },
  "tool.call.completed": (book, fact) => {
    const call = book.call("tool_call", fact.tool_call_id);
    isOf(call, fact);
    expectThat(call.at === "asked" || call.at === "runs", "a result of a call that does not run", fact);
    end(book, call, fact.result);
  },
  "output.rejected": (book, fact) => {
    const call = book.call("tool_call", fact.tool_call_id);
    isOf(call, fact);
    expectThat(call.promise && fact.verdict.status !== "valid", "rejected without a reason", fact);
    call.rejected = true;
  },
  "tool.call.errored": (book, fact) => {
    const call = book.call("tool_call", fact.tool_call_id);
    const holds = CAUSES[fact.cause]?.(book, call, fact.retryable);
    expectThat(holds === true, "a failure without its cause", fact, call, book.command);
    errored(book, call, fact);
  },
  "call.refused": (book, fact) => {
    expectThat(book.calls.has(fact.tool_call_id), "an unused id is refused", fact);
  },
  "settle.refused": (book, fact) => {
    expectThat(fact.reason !== "", "refused without a word", fact, book.command);
  },
  "call.voided": (book, fact) => {
    const call = book.call(fact.kind, fact.id);
    expectThat(call.turn === fact.turn_id, "a fact of a call outside the call's turn", fact, call);
    end(book, call);
  },
  "attempt.started": (book, fact) => {
    const call = book.call(fact.kind, fact.id);
    isOf(call, fact);
    const anew =
      book.command.type === "restart" && !book.paused && call.kind === "llm_call" && call.at === "runs";
    expectThat(call.at === "asked" || anew, "an attempt starts out of turn", fact, call);
    call.deadline = endOf(book.now, call.policy.attempt_timeout_secs);
    call.total ??= endOf(book.now, call.policy.total_timeout_secs);
    expectThat(call.deadline === fact.deadline_at, "another deadline", fact, call);
    expectThat(call.total === fact.total_deadline_at, "another total deadline", fact, call);
    expectThat(call.attempt < call.policy.max_attempts, "an attempt too many", fact, call);
    call.at = "runs";
    call.started = book.now;
  },
  "attempt.failed": (book, fact) => {
    const call = book.call(fact.kind, fact.id);
    isOf(call, fact);
    if (call.at === "over") {
      expectThat(fact.due_at === undefined, "another attempt of a call that is over", fact);
      return;
    }
    call.attempt += 1;
    call.at = "waits";
    call.due = book.now + waitAfter(call.policy, call.attempt);
    expectThat(call.due === fact.due_at, "another wait", fact, call);
  },
  "llm.call.requested": (book, fact) => {
    if (fact.request) requestedModel(book, fact);
    else again(book, book.call("llm_call", fact.call_id), fact);
  },
  "llm.call.completed": (book, fact) => {
    const call = book.call("llm_call", fact.call_id);
    isOf(call, fact);
    expectThat(call.at === "runs", "an answer that nobody waits for", fact);
    const { tool_calls = [], finish_reason } = fact.response;
    const cut = finish_reason === "length";
    book.answers.set(call.id, { calls: tool_calls.map(({ id }) => id), cut, turn: call.turn });
    end(book, call, "answered");
    book.asks += 1;
  },
  "llm.call.errored": (book, fact) => {
    const call = book.call("llm_call", fact.call_id);
    if (call.at === "runs" && !isWithheld(book, fact)) book.asks += 1;
    errored(book, call, fact);
  },
};
