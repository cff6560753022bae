import { UnreadableLog } from "@/lib/engine/state/versions";
import { sharedError } from "@/lib/util/shared-error";
import type { HttpRefusal } from "./http-refusal";

/** Thrown where a session cannot be used at all. */
class Unavailable extends sharedError("Unavailable") {
  readonly refusal: HttpRefusal;

  constructor(refusal: HttpRefusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/** Another process writes this session's log, so this one stops. */
export class LostSession extends Unavailable {
  constructor(id: string) {
    const error = `Another Callscope process is writing the session ${id}. Open the session there.`;
    super({ status: 409, reason: "conflict", error });
  }
}

/** This process is stopping and accepts nothing new. */
export class Stopping extends Unavailable {
  constructor() {
    super({
      status: 503,
      reason: "stopping",
      error: "Callscope is stopping. Try again when it is running again.",
    });
  }
}

/** What to answer when one of these, or a log that cannot be read, was thrown; null for any other error. */
export function refusalOf(thrown: unknown): HttpRefusal | null {
  if (thrown instanceof UnreadableLog)
    return { status: 409, reason: "unreadable_log", error: thrown.message };
  return thrown instanceof Unavailable ? thrown.refusal : null;
}
