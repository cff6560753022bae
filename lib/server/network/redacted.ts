/**
 * Keeps this server's secrets out of what others answer: a worker or a provider may repeat what it was sent or what it
 * knows, and its answer is recorded. A secret that was taken out leaves a mark.
 */
import type { Model } from "@/lib/models/port";
import type { Worker } from "@/lib/tools/port";
import { redactor } from "@/lib/util/redact";

type Secret = string | null;

const MARK = "[secret removed]";

export function redactedModel(model: Model, secrets: readonly Secret[]): Model {
  const clean = redactor(secrets, MARK);
  return {
    ...model,
    ask: async (request, context) =>
      clean(
        await model.ask(request, {
          signal: context.signal,
          onDelta: (delta) => context.onDelta(clean(delta)),
        }),
      ),
  };
}

export function redactedWorker(worker: Worker, secrets: readonly Secret[]): Worker {
  const clean = redactor(secrets, MARK);
  return {
    ...worker,
    decide: async (decision, context) =>
      clean(
        await worker.decide(decision, {
          ...context,
          onDelta: (delta) => context.onDelta(clean(delta)),
        }),
      ),
  };
}
