/** Makes a move: reads its choices against the book and gives the command to the session. */

import { decide } from "@/lib/engine/decide/decide";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import { initialState } from "@/lib/engine/state/state";
import type { RetryOverride } from "../../../protocol/policy";
import { answered } from "../session";
import { executed, isClean, oddAnswer, pick } from "./answers";
import { goBack, letGo, release, skip } from "./driver-person";
import { expectThat, found } from "./expect-that";
import type { Harness } from "./harness";
import type { Move, Odd } from "./moves";
import type { BookCall, Delivery } from "./shadow-model";

/** The proposal, perhaps with a retry policy added to its calls. */
function taken(rig: Harness, { id }: Delivery, retry: RetryOverride | undefined): WorkerOutcome {
  if (!retry) return { kind: "proposed" };
  const { proposed } = rig.session.request(id);
  const actions = proposed.actions?.map((action) =>
    action.type === "tool.call" ? { ...action, retry } : action,
  );
  return answered(actions ? { ...proposed, actions } : proposed);
}

function orderly(rig: Harness, delivery: Delivery, { run, retry }: Move & { kind: "work" }): WorkerOutcome {
  return isClean(delivery) || run.kind === "delivery failed" ? executed(run) : taken(rig, delivery, retry);
}

function answerOddly(rig: Harness, decisionId: string, odd: Odd): void {
  const entries = odd.entries ? { entries: [{ level: "log" as const, text: "hm" }] } : {};
  const answer = oddAnswer(rig, decisionId, odd);
  const from = rig.session.log.length;
  rig.do({ type: "answer", decision_id: decisionId, answer, ...entries });
  const done = rig.session.log.slice(from).find((fact) => fact.type === "decision.completed");
  if (!done || answer.kind !== "answered") return;
  const edited = answer.response.messages?.find(
    ({ content, id }) => content === "edited" && id !== undefined,
  );
  expectThat(
    !edited || done.ignored_edits?.includes(edited.id ?? "") === true,
    "an edit is lost without a word",
    done,
  );
}

/** What is due, done as it should be; else whatever brings the session on. */
function work(rig: Harness, move: Move & { kind: "work" }): void {
  const { book } = rig;
  if (book.cancelled) return;
  if (book.interrupt !== undefined) {
    rig.do({ type: "resume", interrupt_id: book.interrupt });
    return;
  }
  const out = [...book.queue.values()].filter(
    (delivery) => delivery.at === "out" && !book.overtaken(delivery),
  );
  const asked = book.openOf("llm_call").filter(({ at }) => at === "runs");
  const next = pick<Delivery | BookCall>([...out, ...asked], move.which);
  const held = [...book.queue.values()].find(({ at }) => at === "held");
  if (held && (!next || move.which % 3 === 0))
    letGo(rig, held, { how: "continue", step: false, stop: "none" });
  else if (!next) bringOn(rig, move);
  else if ("trigger" in next)
    rig.do({ type: "answer", decision_id: next.id, answer: orderly(rig, next, move) });
  else rig.do({ type: "model", call_id: next.id, attempt: next.attempt, answer: move.model });
}

function bringOn(rig: Harness, { which, run }: Move & { kind: "work" }): void {
  const { book } = rig;
  const wake = book.wake();
  const open = pick(book.openOf("tool_call"), which);
  if (open && open.at === "runs" && which % 2 === 0) {
    const action =
      run.kind === "error"
        ? { type: "tool.error" as const, error: "by hand", retryable: run.retryable }
        : { type: "tool.result" as const, result: "by hand" };
    rig.do({ type: "settle", settle: { id: open.id, by: "person", action } });
  } else if (wake !== null) {
    rig.pass(wake - book.now);
    rig.do({ type: "tick" });
  } else if (!open) rig.do({ type: "message", text: "hello" });
}

function settle(rig: Harness, { which, by, attempt, result, retryable }: Move & { kind: "settle" }): void {
  const ids = [
    ...rig.book.calls.keys(),
    ...rig.book.openOf("tool_call").flatMap(({ id }) => [id, id, id, id]),
    "nobody",
  ];
  const action =
    retryable === null
      ? { type: "tool.result" as const, result }
      : { type: "tool.error" as const, error: "by hand", retryable };
  const id = pick(ids, which) ?? "nobody";
  rig.do({ type: "settle", settle: { id, by, action, ...(attempt === null ? {} : { attempt }) } });
}

const DELTA = { "just before": -1, due: 0, past: 1 };

function wait(rig: Harness, { until, ms, tick }: Move & { kind: "wait" }): void {
  const wake = rig.book.wake();
  const span = wake === null ? ms : wake - rig.book.now + DELTA[until] * (until === "past" ? ms : 1);
  rig.pass(span);
  if (tick) rig.do({ type: "tick" });
}

function create(rig: Harness): void {
  const { workspace, agent, delivery } = found(rig.book.created, "no session");
  rig.do({ type: "create", workspace, agent, delivery });
}

/** Answers to what nobody waits for any more; an overtaken delivery still has its say, so it is none of these. */
function late(rig: Harness, { which, odd }: Move & { kind: "late" }): void {
  const { book } = rig;
  const over = [...book.deliveries.values()].filter(
    (one) =>
      one.at === "over" ||
      one.at === "queued" ||
      one.at === "held" ||
      (!book.obedient && book.overtaken(one)),
  );
  const delivery = pick(over, which);
  if (delivery) answerOddly(rig, delivery.id, odd);
}

/** Commands to a session that was never created. */
function withoutSession(which: number): void {
  const command = pick(
    [{ type: "message" as const, text: "hello" }, { type: "restart" as const }, { type: "tick" as const }],
    which,
  );
  const decided =
    command && decide(initialState(), command, { now: 0, mint: () => "id", verdicts: new Map() });
  expectThat(
    decided?.kind === "facts" && decided.refusal?.reason === "not_found",
    "no session, and no refusal",
  );
}

type Plays = { [K in Move["kind"]]: (rig: Harness, move: Extract<Move, { kind: K }>) => void };

const PLAYS: Plays = {
  work,
  odd: (rig, { which, odd }) => {
    const open = pick([...rig.book.queue.values()], which);
    if (open) answerOddly(rig, open.id, odd);
  },
  late,
  "nobody's": (rig, { odd }) => answerOddly(rig, "dec_nobody", odd),
  settle,
  model: (rig, { which, attempt, answer }) => {
    const call = pick([...rig.book.llm.values()].slice(-2), which);
    if (call) rig.do({ type: "model", call_id: call.id, attempt: call.attempt + attempt, answer });
  },
  wait,
  release,
  skip,
  breakpoints: (rig, { breakpoints }) => rig.do({ type: "breakpoints", breakpoints }),
  fork: goBack,
  message: (rig) => rig.do({ type: "message", text: "hello" }),
  resume: (rig, { right }) =>
    rig.do({ type: "resume", interrupt_id: (right && rig.book.interrupt) || "int_nobody" }),
  cancel: (rig) => rig.do({ type: "cancel", reason: "enough" }),
  restart: (rig) => rig.restart(),
  create,
  "no session": (_rig, { which }) => withoutSession(which),
};

export function play(rig: Harness, move: Move): void {
  const make = PLAYS[move.kind] as (rig: Harness, move: Move) => void;
  make(rig, move);
}
