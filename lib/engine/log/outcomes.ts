/** What a model or a worker gave, as the engine takes it. The ports return these; no adapter has a union of its own. */
import type { DecisionResponse } from "@/lib/protocol/actions";
import type { ErrorCode, LlmResponse } from "@/lib/protocol/messages";

export type ModelOutcome =
  | {
      ok: true;
      response: LlmResponse;
      /** What only this provider says, for the inspector: request id, its own stop reason, … Plain JSON, no secrets. */
      provider?: unknown;
    }
  | {
      ok: false;
      /** Who failed and what to do, readable by a person. */
      error: string;
      retryable: boolean;
      code?: ErrorCode;
      detail?: unknown;
    };

export type WorkerOutcome =
  /** The worker takes the proposal as it is. */
  | { kind: "proposed" }
  | { kind: "answered"; response: DecisionResponse }
  | {
      kind: "failed";
      /** Who failed and what to do, readable by a person. */
      error: string;
      retryable: boolean;
      /** HTTP status, where there was one. */
      status?: number;
    };
