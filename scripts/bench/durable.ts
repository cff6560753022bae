/** Our loop as the server runs it: `SessionRunner` on a store, checks by a checker. */
import { agentFrom } from "@/lib/engine/decide/agent-from";
import type { Fact } from "@/lib/engine/log/facts";
import { LOCAL_DELIVERY } from "@/lib/engine/log/policy";
import type { Checker } from "@/lib/schema/port";
import { checkNow } from "@/lib/schema/verdict/check";
import { systemClock } from "@/lib/server/process/clock";
import { mintId } from "@/lib/server/process/ids";
import { Hub } from "@/lib/server/sessions/hub";
import { SessionRunner } from "@/lib/server/sessions/run-session";
import type { Store } from "@/lib/store/port";
import type { Shape } from "./shapes";
import { type Bench, createBench } from "./workspace";

/** A checker in this thread, which shows the cost of the threads by comparison. */
export const checkerHere: Checker = {
  check: async (request) => checkNow(request),
  declare: async () => ({ status: "ok", notes: [] }),
  counterexample: async () => null,
  close: async () => {},
};

/** A store in memory: takes every append and keeps the facts of the running session. */
export function memoryStore(): Pick<Store, "sessions"> {
  let log: Fact[] = [];
  const nothing = async () => {
    throw new Error("the store in memory does not support this");
  };
  return {
    sessions: {
      append: async (_, facts) => {
        if (facts[0]?.seq === 1) log = [];
        log.push(...facts);
        return { ok: true };
      },
      read: async () => [],
      summary: nothing,
      list: nothing,
      running: nothing,
      family: nothing,
      dropUnfinished: nothing,
    },
  };
}

/** Waits until the turn of a session has ended. */
class EndingHub extends Hub {
  readonly #waiting = new Map<string, () => void>();

  ended(id: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  override publish(id: string, facts: readonly Fact[]): void {
    super.publish(id, facts);
    if (!facts.some((fact) => fact.type === "turn.completed")) return;
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}

interface Sessions {
  /** Runs one session to the end of its turn and closes it. */
  run: () => Promise<{ id: string; runner: SessionRunner }>;
  executed: Bench["executed"];
}

export function createSessions(shape: Shape, store: Pick<Store, "sessions">, checker: Checker): Sessions {
  const { workspace, model, worker, executed } = createBench(shape);
  const hub = new EndingHub();
  const whole: Store = {
    ...store,
    get workspaces(): Store["workspaces"] {
      throw new Error("the bench does not store workspaces");
    },
    describe: async () => "bench",
    close: async () => {},
  };
  return {
    run: async () => {
      const id = mintId("ses");
      const runner = new SessionRunner({
        id,
        store: whole,
        checker,
        hub,
        clock: systemClock,
        mint: mintId,
        adapters: () => ({ model, worker }),
      });
      const ended = hub.ended(id);
      await runner.submit({
        type: "create",
        workspace,
        agent: agentFrom(workspace),
        delivery: LOCAL_DELIVERY,
      });
      await runner.submit({ type: "message", text: "go" });
      await ended;
      runner.close();
      return { id, runner };
    },
    executed,
  };
}
