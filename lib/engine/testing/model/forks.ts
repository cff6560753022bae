/**
 * Goes back in a session's log and on from there, as a session of its own: what both share is the same to the byte, what
 * is done differently is done at once, and what was under way there is under way again.
 */

import type { ForkPoint } from "@/lib/engine/fork/fork-log";
import { forkLog } from "@/lib/engine/fork/fork-session";
import type { Fact } from "@/lib/engine/log/facts";
import { canonical } from "@/lib/json/print";
import type { Workspace } from "../../../protocol/workspace";
import { toolsWith } from "./checker";
import { expectThat, found } from "./expect-that";
import { type Harness, tell } from "./harness";
import type { World } from "./moves";
import { ShadowModel } from "./shadow-model";

/** Another workspace that a fork goes on with. */
export function workspaceOf({ book, world }: Harness, next: World["next"]): Workspace {
  const { workspace } = found(book.created, "no session");
  const { parallel, modelCalls, breakpoints, http } = next;
  return {
    ...workspace,
    agent: { ...workspace.agent, tools: toolsWith(world.tools) as Workspace["agent"]["tools"] },
    ...(http ? { worker: { kind: "http", url: "https://worker.example/" } } : {}),
    breakpoints,
    limits: modelCalls === undefined ? {} : { modelCallsPerTurn: modelCalls },
    ...(parallel === undefined ? { parallel: undefined } : { parallel }),
  };
}

/** Whether there is such a place: what was asked for, or delivered. */
function exists({ calls, llm, deliveries }: ShadowModel, point: ForkPoint): boolean {
  if (point.at === "start") return true;
  if (point.at === "decision") return deliveries.get(point.decision_id)?.delivered === true;
  const call = point.at === "model" ? llm.get(point.call_id) : calls.get(point.id);
  return call !== undefined && point.attempt <= call.requested;
}

/** A watcher who has read the first facts of a log as they were told. */
function reader({ given, told, book: { obedient } }: Harness, keep: number): ShadowModel {
  const book = new ShadowModel(obedient);
  for (const { command, now, from, to } of given) {
    if (from >= keep) break;
    book.now = now;
    tell(book, command, told.slice(from, Math.min(to, keep)));
  }
  return book;
}

/** At its start a session runs again as a new one: nothing but its creation and its start stands yet. */
function newcomer(rig: Harness, kept: readonly Fact[]): ShadowModel {
  const book = new ShadowModel(rig.book.obedient);
  const { command, now } = found(rig.given[0], "no session");
  book.now = now;
  tell(book, command, kept);
  return book;
}

export function fork(
  rig: Harness,
  point: ForkPoint,
  more: { workspace: Workspace | undefined; ms: number },
): void {
  const { session } = rig;
  const facts = session.log;
  const made = forkLog({ session_id: "ses_origin", facts }, point, more.workspace);
  expectThat(
    "error" in made !== exists(rig.book, point),
    "a place that there is, or there is not",
    point,
    made,
  );
  if ("error" in made) return;
  const { kept, command } = made;
  const { seq } = command.origin;
  const shared = JSON.stringify(kept);
  if (seq > 0) expectThat(shared === JSON.stringify(facts.slice(0, seq)), "another past", point);
  const book = seq > 0 ? reader(rig, seq) : newcomer(rig, kept);
  const given = rig.given.filter(({ from }) => from < kept.length);
  const last = found(given.at(-1), "no session");
  given[given.length - 1] = { ...last, to: Math.min(last.to, kept.length) };
  rig.pass(more.ms);
  rig.become(kept, { told: seq > 0 ? rig.told.slice(0, seq) : [...kept], given, book });
  const since = rig.do(command);
  expectThat(JSON.stringify(session.log.slice(0, kept.length)) === shared, "the past has changed", point);
  rig.refold();
  expectThat(since[0]?.type === "session.forked", "no fork to begin with", since);
  if (!rig.book.paused) expectDone(rig.book, point, { since, facts });
}

/** Whether an attempt ran out of time. */
const lapses = (facts: readonly Fact[], { id, attempt }: { id: string; attempt: number }): boolean =>
  facts.some(
    (fact) =>
      (fact.type === "tool.call.errored" || fact.type === "llm.call.errored") &&
      (fact.type === "tool.call.errored" ? fact.tool_call_id : fact.call_id) === id &&
      fact.attempt === attempt &&
      fact.code === "deadline_exceeded",
  );

/**
 * Whether it is broken off there at once: its turn fails, or its last moment had come just when it was ended by somebody.
 * What ran out of time, though, gets all of it again.
 */
function isBroken(point: ForkPoint, since: readonly Fact[], facts: readonly Fact[]): boolean {
  if (since.some((fact) => fact.type === "turn.completed" && fact.outcome === "failed")) return true;
  if (point.at === "start") return false;
  if (point.at === "decision") {
    const late = (fact: Fact) => fact.type === "decision.errored" && fact.decision_id === point.decision_id;
    return since.some(late) && !facts.some(late);
  }
  const call = { id: point.at === "model" ? point.call_id : point.id, attempt: point.attempt };
  return lapses(since, call) && !lapses(facts, call);
}

/** What was given is what became of it; what was not is under way again. */
function expectDone(
  book: ShadowModel,
  point: ForkPoint,
  { since, facts }: { since: readonly Fact[]; facts: readonly Fact[] },
): void {
  const broken = isBroken(point, since, facts);
  if (point.at === "model") {
    const { call_id, attempt, response } = point;
    const answered = since.find((fact) => fact.type === "llm.call.completed" && fact.call_id === call_id);
    const call = book.call("llm_call", call_id);
    if (response) expectThat(JSON.stringify(answered).includes(JSON.stringify(response)), "not taken", point);
    else
      expectThat(broken || (call.at === "runs" && call.attempt === attempt), "not asked again", call, since);
  }
  if (point.at === "call") expectCall(book, point, { since, broken });
  if (point.at !== "decision") return;
  const delivery = found(book.deliveries.get(point.decision_id), "no such decision");
  if (point.response)
    expectThat(delivery.at === "over" || delivery.at === "held" || delivery.failed > 0, "open");
  else expectThat(broken || delivery.at === "out", "not delivered again", point, delivery, since);
}

function expectCall(
  book: ShadowModel,
  { id, attempt, outcome }: ForkPoint & { at: "call" },
  { since, broken }: { since: readonly Fact[]; broken: boolean },
): void {
  const call = book.call("tool_call", id);
  const given = outcome && ("result" in outcome ? canonical(outcome.result) : outcome.error);
  const settled = since.find((fact) => "tool_call_id" in fact && fact.tool_call_id === id);
  const text = settled && ("result" in settled ? settled.result : "error" in settled ? settled.error : "");
  const held = since.some((fact) => fact.type === "decision.held" && fact.answer !== undefined);
  if (outcome) expectThat(text === given || held, "another outcome", outcome, since);
  else expectThat(broken || (call.at !== "over" && call.attempt === attempt), "not under way", call, since);
}
