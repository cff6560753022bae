import type { Refusal } from "./request-guard";

/** Thrown where a session cannot be used at all. Told by its `refusal`: Next may load a class more than once. */
class Unavailable extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/** Another process writes this session's log: this one steps back. */
export class LostSession extends Unavailable {
  constructor(id: string) {
    const error = `Another Callscope process writes the session ${id}: open it there`;
    super({ status: 409, reason: "conflict", error });
  }
}

/** This process is about to end and takes nothing on. */
export class Stopping extends Unavailable {
  constructor() {
    super({ status: 503, reason: "stopping", error: "Callscope is stopping: ask again once it is back" });
  }
}

/** What to answer when one of these, or a log that cannot be read, was thrown; null for any other error. */
export function refusalOf(thrown: unknown): Refusal | null {
  if (!(thrown instanceof Error)) return null;
  if (thrown.name === "UnreadableLog")
    return { status: 409, reason: "unreadable_log", error: thrown.message };
  return "refusal" in thrown ? (thrown as Unavailable).refusal : null;
}
