/** The work of a session in progress at a moment, for the figures. */

import type { Fact } from "@/lib/engine/log/facts";
import { evolve } from "@/lib/engine/state/evolve";
import { initialState } from "@/lib/engine/state/state";
import { type Wait, waitsOf } from "@/lib/engine/state/status";

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
