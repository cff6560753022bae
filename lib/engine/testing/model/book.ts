/**
 * What a watcher with paper and pencil knows of a session: calls, deliveries, turns, and nothing of the engine's state.
 * It is told each command and the facts that followed, says beforehand whether a command will be refused, and afterwards
 * what must be under way.
 */
import type { LlmTool } from "../../../protocol/agent";
import type { RetryPolicy } from "../../../protocol/policy";
import type { Command } from "../../decide";
import type { Fact, TriggerRef } from "../../facts";
import type { PackedResponse, PackedTools } from "../../packed";
import type { RefusalReason } from "../../step";
import { found } from "./claim";
import { isPast } from "./clocks";

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
  /** The output schema it has to keep. */
  promise: boolean;
  /** What the model must read; undefined while open and when voided. */
  outcome?: string;
}

export interface Delivery {
  id: string;
  trigger: TriggerRef;
  turn?: string;
  at: "queued" | "out" | "waits" | "over";
  failed: number;
  pending: number;
  sent: number;
  due?: number;
  deadline?: number;
  proposed?: PackedResponse;
}

/** How long the late answer of an overtaken delivery is listened for. */
const LATE = 300_000;

/** What the model does: it sets no breakpoints and skips no waits. */
export type Predicted = Exclude<Command, { type: "release" | "breakpoints" | "skip" | "fork" }>;

export class Book {
  now = 0;
  command: Command = { type: "tick" };
  seq = 0;
  created?: Fact & { type: "session.created" };
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

  /** Deliveries that take a place: out or waiting to go out again. */
  placed(type: "execute" | "other"): Delivery[] {
    return [...this.queue.values()].filter(
      (delivery) =>
        delivery.at !== "queued" &&
        !this.overtaken(delivery) &&
        (delivery.trigger.type === "tool.execute") === (type === "execute"),
    );
  }

  /** Calls and outcomes that still hold the model back (protocol.md 3.5). */
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

  /** The refusal to expect. */
  predict(command: Predicted): RefusalReason | null {
    if (command.type === "create") return this.created ? "exists" : null;
    if (!this.created) return "not_found";
    if (command.type === "tick") return null;
    if (command.type === "settle") return this.#settle(command);
    if (command.type === "answer") return this.#answer(command);
    if (command.type === "model") return this.#model(command);
    return this.cancelled ? "cancelled" : this.#person(command);
  }

  #answer({ decision_id }: Command & { type: "answer" }): RefusalReason | null {
    const delivery = this.deliveries.get(decision_id);
    if (!delivery) return "not_found";
    return delivery.at === "out" ? null : "stale";
  }

  #model({ call_id, attempt }: Command & { type: "model" }): RefusalReason | null {
    const call = this.llm.get(call_id);
    return call?.at === "runs" && call.attempt === attempt ? null : "stale";
  }

  #person(command: Predicted & { type: "message" | "resume" | "cancel" | "restart" }): RefusalReason | null {
    if (command.type === "resume") return this.interrupt === command.interrupt_id ? null : "not_interrupted";
    if (command.type !== "message") return null;
    if (this.interrupt !== undefined) return "interrupted";
    return this.turn !== undefined && !this.stalled ? "turn_running" : null;
  }

  #settle({ settle }: Command & { type: "settle" }): RefusalReason | null {
    const call = this.calls.get(settle.id);
    if (!call) return "not_found";
    if (settle.by === "client" && call.handler !== "client") return "forbidden";
    if (call.at === "waits" || call.at === "over") return "not_pending";
    return settle.attempt === undefined || settle.attempt === call.attempt ? null : "attempt_mismatch";
  }

  /** When the clock must come by next. */
  wake(): number | null {
    if (this.paused) return null;
    const ofCalls = [...this.open.values()].flatMap(({ at, total, deadline, due }) => [
      total,
      at === "runs" ? deadline : undefined,
      at === "waits" ? due : undefined,
    ]);
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
    const parallel = this.created?.parallel ?? 0;
    const executes = this.placed("execute").length;
    const others = this.placed("other").length;
    return [...this.queue.values()].find(({ at, trigger }) => {
      if (at !== "queued") return false;
      if (parallel === 1) return executes + others === 0;
      return trigger.type === "tool.execute" ? executes < parallel : others === 0;
    });
  }

  /** An open call whose branch of the conversation was left, if any. */
  stranded(): BookCall | undefined {
    const path = new Set<string>();
    for (let at = this.head; at !== undefined; at = this.messages.get(at)) path.add(at);
    return [...this.open.values()].find(({ anchor }) => anchor !== undefined && !path.has(anchor));
  }

  overdue(): boolean {
    const wake = this.wake();
    return wake !== null && isPast(wake, this.now);
  }
}
