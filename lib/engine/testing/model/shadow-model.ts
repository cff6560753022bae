/**
 * What a watcher with paper and pencil knows of a session: calls, deliveries, turns, and nothing of the engine's state.
 * It is told each command and the facts that followed, says beforehand whether a command will be refused, and afterwards
 * what must be under way.
 */

import type { Command } from "@/lib/engine/decide/decide";
import type { DeliveryPolicy, Fact, PackedAnswer, TriggerRef } from "@/lib/engine/log/facts";
import type { PackedResponse, PackedTools } from "@/lib/engine/log/packed";
import type { LlmTool } from "../../../protocol/agent";
import type { Breakpoint } from "../../../protocol/breakpoint";
import type { Fault, Faults } from "../../../protocol/fault";
import type { RetryPolicy } from "../../../protocol/policy";
import { isPast } from "./clocks";
import { found } from "./expect-that";

export interface BookCall {
  kind: "tool_call" | "llm_call";
  id: string;
  name: string;
  handler: "worker" | "client";
  policy: RetryPolicy;
  turn?: string;
  attempt: number;
  /** `asked`: not started yet; `waits`: for its next attempt. */
  at: "asked" | "runs" | "waits" | "over";
  started: number;
  deadline?: number;
  total?: number;
  due?: number;
  /** The model call whose answer asked for it. */
  batch?: string;
  /** The head of the conversation when it was asked for. */
  anchor?: string;
  fault?: string;
  /** What its arguments are, or that nobody declared its tool. */
  verdict?: string;
  /** A result of it broke the promise. */
  rejected: boolean;
  /** The highest attempt that was asked for. */
  requested: number;
  /** The output schema it has to keep. */
  promise: boolean;
  /** What the model must read; undefined while open and when voided. */
  outcome?: string;
}

export interface Delivery {
  id: string;
  trigger: TriggerRef;
  turn?: string;
  at: "queued" | "held" | "out" | "waits" | "over";
  /** `answer`: held with it, after the worker has answered. */
  held?: { seq: number; at: number; answer?: PackedAnswer };
  /** Was held before it went out, and let go: it is not held again before it goes out. */
  letGo: boolean;
  /** Was with the worker, or answered by a person in its place. */
  delivered: boolean;
  failed: number;
  pending: number;
  sent: number;
  due?: number;
  deadline?: number;
  proposed?: PackedResponse;
}

const later = (at: number | undefined, ms: number) => (at === undefined ? undefined : at + ms);

/** What is still to come of a call comes so much later. */
export function moveLimits(call: BookCall, ms: number): void {
  call.deadline = later(call.deadline, ms);
  call.total = later(call.total, ms);
  call.due = later(call.due, ms);
}

/** How long the late answer of an overtaken delivery is listened for. */
const LATE = 300_000;

export class ShadowModel {
  now = 0;
  command: Command = { type: "tick" };
  seq = 0;
  created?: Fact & { type: "session.created" };
  delivery?: DeliveryPolicy;
  parallel = 0;
  perTurn = 0;
  breakpoints: readonly Breakpoint[] = [];
  faults?: Faults;
  /** What has gone wrong on purpose, by kind, id and attempt. */
  readonly struck = new Map<string, Fault>();
  /** The next thing to decide is held, whatever it is. */
  stepping = false;
  /** Messages that a fork has still to send. */
  replay: readonly string[] = [];
  /** The one of them that the turn just begun is about. */
  sending?: string;
  lastTurn?: "done" | "failed" | "cancelled";
  cancelled = false;
  interrupt?: string;
  interruptedBy?: "worker" | "engine";
  turn?: string;
  readonly turns = new Map<string, "running" | "done" | "failed" | "cancelled">();
  readonly calls = new Map<string, BookCall>();
  readonly llm = new Map<string, BookCall>();
  readonly deliveries = new Map<string, Delivery>();
  /** Those not over, in order of arrival. */
  readonly queue = new Map<string, Delivery>();
  readonly open = new Map<string, BookCall>();
  readonly agents: { tools?: LlmTool[] }[] = [];
  readonly toolLists = new Map<string, LlmTool[] | null>();
  /** Which model call asked for an id last. */
  readonly askedBy = new Map<string, string>();
  readonly answers = new Map<string, { calls: string[]; cut: boolean; turn?: string }>();
  /** Re-prompts decided on, by batch. */
  readonly reprompts = new Map<string, number>();
  /** Each recorded message's parent. */
  readonly messages = new Map<string, string | undefined>();
  head?: string;
  /** What the model is to be told, in order of settling, and what it was told. */
  readonly toTell: string[] = [];
  readonly told: string[] = [];
  modelCalls = 0;
  limit = 0;
  asks = 0;
  last?: Fact;

  /** Whether the worker only ever took proposals, left calls open, failed, or asked a person. */
  constructor(readonly obedient: boolean) {}

  call(kind: "tool_call" | "llm_call", id: string): BookCall {
    return found((kind === "tool_call" ? this.calls : this.llm).get(id), `nobody asked for the call ${id}`);
  }

  openOf(kind: "tool_call" | "llm_call"): BookCall[] {
    return [...this.open.values()].filter((call) => call.kind === kind);
  }

  toolsSent(packed: PackedTools | undefined): LlmTool[] | null {
    if (!packed) return null;
    if ("list" in packed) return packed.list;
    if ("call" in packed) return this.toolLists.get(packed.call) ?? null;
    return this.agents[packed.agent]?.tools ?? null;
  }

  /** An execution whose attempt is over: nobody waits for it, but a late answer is still taken down. */
  overtaken({ trigger, at }: Delivery): boolean {
    if (trigger.type !== "tool.execute" || at === "over") return false;
    const call = this.calls.get(trigger.id);
    return !call || !(call.at === "asked" || call.at === "runs") || call.attempt !== trigger.attempt;
  }

  /** Deliveries that take a place: out, waiting to go out again, or held; a held execution takes none. */
  placed(type: "execute" | "other"): Delivery[] {
    return [...this.queue.values()].filter(
      (delivery) =>
        delivery.at !== "queued" &&
        !this.overtaken(delivery) &&
        (delivery.trigger.type === "tool.execute") === (type === "execute") &&
        !(type === "execute" && delivery.at === "held"),
    );
  }

  /** The decision that the command is an answer to, by the worker or by a person in its place. */
  get answering(): Delivery | undefined {
    const { command } = this;
    const answers = command.type === "answer" || command.type === "release";
    return answers ? this.deliveries.get(command.decision_id) : undefined;
  }

  /** Whether a call's execution is held: then its limits stand still. */
  stands({ kind, id }: BookCall): boolean {
    if (kind !== "tool_call") return false;
    return [...this.queue.values()].some(
      ({ at, trigger }) => at === "held" && trigger.type === "tool.execute" && trigger.id === id,
    );
  }

  /** Calls and outcomes that still hold the model back (docs/contract.md#siblings). */
  pending(besides: string): number {
    const untold = [...this.queue.values()].filter(
      ({ id, trigger }) => id !== besides && trigger.type === "tool.finished",
    );
    return this.openOf("tool_call").length + untold.length;
  }

  get stalled(): boolean {
    return this.open.size === 0 && [...this.queue.values()].every((delivery) => this.overtaken(delivery));
  }

  get paused(): boolean {
    return this.cancelled || this.interrupt !== undefined;
  }

  /** When the clock must come by next. */
  wake(): number | null {
    if (this.paused) return null;
    const ofCalls = [...this.open.values()].flatMap((call) => {
      const { at, total, deadline, due } = call;
      const own = at === "runs" ? deadline : at === "waits" ? due : undefined;
      return this.stands(call) ? [] : [total, own];
    });
    const ofDeliveries = [...this.queue.values()].map((delivery) => {
      if (delivery.at !== "out") return delivery.at === "waits" ? delivery.due : undefined;
      return this.overtaken(delivery) ? delivery.sent + LATE : delivery.deadline;
    });
    const set = [...ofCalls, ...ofDeliveries].filter((time) => time !== undefined);
    return set.length === 0 ? null : Math.min(...set);
  }

  /** What must be under way: each delivery that is out, each model call that runs. */
  work(): string[] {
    if (this.paused) return [];
    const out = [...this.queue.values()].filter(({ at }) => at === "out");
    return [
      ...out.map(({ id, failed }) => `${id}/${failed}`),
      ...this.openOf("llm_call").flatMap(({ id, attempt, at }) => (at === "runs" ? `${id}/${attempt}` : [])),
    ];
  }

  /** A delivery that could go out and does not, if any. */
  idle(): Delivery | undefined {
    if (this.paused) return undefined;
    const { parallel } = this;
    const executes = this.placed("execute").length;
    const others = this.placed("other").length;
    return [...this.queue.values()].find(({ at, trigger }) => {
      if (at !== "queued") return false;
      if (parallel === 1) return executes + others === 0;
      return trigger.type === "tool.execute" ? executes < parallel : others === 0;
    });
  }

  /** A message that a fork should have sent by now, if any: after each turn that ended well the next one. */
  unsent(): string | undefined {
    const busy = this.paused || this.turn !== undefined || (this.lastTurn ?? "done") !== "done";
    const waits = [...this.queue.values()].some((delivery) => !this.overtaken(delivery));
    return busy || waits ? undefined : this.replay[0];
  }

  /** An open call whose branch of the conversation was left, if any. */
  stranded(): BookCall | undefined {
    const path = new Set<string>();
    for (let at = this.head; at !== undefined; at = this.messages.get(at)) path.add(at);
    return [...this.open.values()].find(({ anchor }) => anchor !== undefined && !path.has(anchor));
  }

  /** Time stood still for the whole session. */
  move(ms: number): void {
    for (const call of this.open.values()) moveLimits(call, ms);
    for (const delivery of this.queue.values()) {
      delivery.sent += ms;
      delivery.due = later(delivery.due, ms);
      delivery.deadline = later(delivery.deadline, ms);
      if (delivery.held) delivery.held = { ...delivery.held, at: delivery.held.at + ms };
    }
  }

  overdue(): boolean {
    const wake = this.wake();
    return wake !== null && isPast(wake, this.now);
  }
}
