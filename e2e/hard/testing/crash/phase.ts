/** What a session had under way at a moment, for the figures. */
import { evolve } from "../../../../lib/engine/evolve";
import type { Fact } from "../../../../lib/engine/facts";
import { initialState } from "../../../../lib/engine/state";
import { type Wait, waitsOf } from "../../../../lib/engine/status";

const WORDS: Record<Wait["kind"], string> = {
  model: "model call under way",
  worker: "decision under way",
  retry: "backoff",
  hold: "held",
  person: "waits for a person",
  client: "waits for the client",
  resume: "interrupted",
  message: "at rest",
};

function wordsOf({ kind, text }: Wait): string {
  if (text.endsWith("tool.execute")) return "tool under way";
  return kind === "worker" && text.endsWith("delivered again") ? "backoff of a delivery" : WORDS[kind];
}

/** The phases that a session was in with this log. */
export const phasesOf = (log: Fact[]): Set<string> =>
  new Set(log.length === 0 ? [] : waitsOf(log.reduce(evolve, initialState())).map(wordsOf));
