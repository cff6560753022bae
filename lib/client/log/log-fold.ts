/** One session's facts, folded as they come: the engine's state, the timeline, and the text that streams meanwhile. */

import type { Fact } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState, type State } from "@/lib/engine/state/state";
import { upcast } from "@/lib/engine/state/upcast";
import type { StreamDelta } from "@/lib/protocol/messages";
import type { StreamText } from "@/lib/view/rows/row-content";
import type { Timeline } from "@/lib/view/timeline/records";
import { addFacts, createTimeline } from "@/lib/view/timeline/timeline";

export interface LogFold {
  readonly facts: readonly Fact[];
  readonly state: State;
  readonly timeline: Timeline;
  /** Replies in progress, by model call; removed once the reply is in the log. */
  readonly streams: ReadonlyMap<string, StreamText>;
  /**
   * Takes the next facts. Those it has already are skipped; `gap` when some are missing, and then nothing from the
   * gap on is taken.
   */
  add(facts: readonly Fact[]): "ok" | "gap";
  addDelta(callId: string, delta: StreamDelta): void;
}

export function createFold(): LogFold {
  const facts: Fact[] = [];
  const state = initialState();
  const timeline = createTimeline();
  const streams = new Map<string, StreamText>();

  const take = (sent: Fact): void => {
    // The server upgrades stored facts, but a page that is older than its server may receive facts it does not know.
    const fact = upcast(sent);
    evolve(state, fact);
    facts.push(fact);
    if (fact.type === "llm.call.completed" || fact.type === "llm.call.errored") streams.delete(fact.call_id);
    if (fact.type === "call.voided") streams.delete(fact.id);
  };

  return {
    facts,
    state,
    timeline,
    streams,
    add(next) {
      const from = facts.length;
      let outcome: "ok" | "gap" = "ok";
      for (const fact of next) {
        if (fact.seq <= facts.length) continue;
        if (fact.seq > facts.length + 1) {
          outcome = "gap";
          break;
        }
        take(fact);
      }
      addFacts(timeline, from === 0 ? facts : facts.slice(from));
      return outcome;
    },
    addDelta(callId, delta) {
      if (state.llm.get(callId)?.progress.status !== "pending") return;
      streams.set(callId, append(streams.get(callId), delta));
    },
  };
}

/** Adds a piece to a stream. The pieces of a call are matched by its id. */
function append(stream: StreamText | undefined, delta: StreamDelta): StreamText {
  const { text, reasoning, calls } = stream ?? { text: "", reasoning: "", calls: [] };
  return {
    text: text + (delta.text ?? ""),
    reasoning: reasoning + (delta.reasoning ?? ""),
    calls: (delta.tool_calls ?? []).reduce(appendCall, calls),
  };
}

function appendCall(
  calls: StreamText["calls"],
  piece: { id: string; name?: string; arguments?: string },
): StreamText["calls"] {
  const { id, name = "", arguments: argumentsPiece = "" } = piece;
  if (!calls.some((call) => call.id === id)) return [...calls, { id, name, arguments: argumentsPiece }];
  return calls.map((call) =>
    call.id === id ? { ...call, name: call.name || name, arguments: call.arguments + argumentsPiece } : call,
  );
}
