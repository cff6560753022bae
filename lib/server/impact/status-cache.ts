/** The statuses of texts per schema. Each text is checked once, so the schema compared with is not checked again while typing. */
import type { VerdictStatus } from "@/lib/protocol/verdict";
import type { Rechecker, RecheckRequest } from "@/lib/schema/port";
import { isBlank } from "@/lib/util/blank";
import { Lru } from "@/lib/util/lru";

/** How many schemas are cached, and how many texts of all of them together. */
const KEPT_SCHEMAS = 4;
const KEPT_TEXTS = 40_000;

export interface Asked {
  /** By text; filled while the check runs. */
  statuses: ReadonlyMap<string, VerdictStatus>;
  /** Resolves with null when every text has a status, otherwise with the reason why some have none. */
  done: Promise<string | null>;
}

export class Rechecks {
  readonly #kept = new Lru<Map<string, VerdictStatus>>(KEPT_SCHEMAS, KEPT_TEXTS);

  constructor(private readonly checker: Rechecker) {}

  /** A blank schema accepts any value. Texts may repeat. */
  ask(request: RecheckRequest, signal: AbortSignal): Asked {
    const schema = isBlank(request.schema) ? "true" : request.schema;
    const key = `${request.direction} ${request.formats} ${schema}`;
    const statuses = this.#kept.get(key) ?? new Map<string, VerdictStatus>();
    const missing = [...new Set(request.texts)].filter((text) => !statuses.has(text));
    this.#kept.set(key, statuses, statuses.size + missing.length);
    return { statuses, done: this.#fill(statuses, { ...request, schema, texts: missing }, signal) };
  }

  async #fill(
    statuses: Map<string, VerdictStatus>,
    request: RecheckRequest,
    signal: AbortSignal,
  ): Promise<string | null> {
    const answer = await this.checker.recheck(request, signal, (from, slice) => {
      for (const [i, status] of slice.entries()) statuses.set(request.texts[from + i] ?? "", status);
    });
    return "stopped" in answer ? answer.stopped : null;
  }
}
