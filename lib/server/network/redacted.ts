/**
 * Keeps this server's secrets out of what models and workers give: a provider or a worker may repeat what it was sent or
 * what it knows, and its reply is recorded and streamed to the page.
 */
import type { Model } from "@/lib/models/port";
import type { StreamDelta } from "@/lib/protocol/messages";
import type { Worker } from "@/lib/tools/port";
import { type Redaction, redaction, type TextStream } from "./redact";

type Secret = string | null;
type CallDelta = NonNullable<StreamDelta["tool_calls"]>[number];

const present = (name: "text" | "reasoning", said: string): StreamDelta =>
  said === "" ? {} : { [name]: said };

/** What of a piece can be passed on now; an empty piece stays a piece. */
const pushed = (name: "text" | "reasoning", piece: string | undefined, stream: TextStream): StreamDelta => {
  if (piece === "") return { [name]: "" };
  return piece === undefined ? {} : present(name, stream.push(piece));
};

/**
 * Passes deltas on without secrets, also when one is split over several of them: then its beginning is kept back until
 * the rest has come. `end` passes on what is still kept back.
 */
function redactedDeltas({ clean, stream }: Redaction, onDelta: (delta: StreamDelta) => void) {
  const text = stream();
  const reasoning = stream();
  const calls = new Map<string, TextStream>();

  const callStream = (id: string) => {
    const known = calls.get(id) ?? stream();
    calls.set(id, known);
    return known;
  };

  const cleanCall = ({ arguments: piece, ...call }: CallDelta): CallDelta[] => {
    if (piece === undefined) return [clean(call)];
    const passed = callStream(call.id).push(piece);
    const isKeptBack = passed === "" && piece !== "" && call.name === undefined;
    return isKeptBack ? [] : [{ ...clean(call), arguments: passed }];
  };

  const pass = (delta: StreamDelta): void => {
    if (Object.keys(delta).length > 0) onDelta(delta);
  };

  const take = ({ text: said, reasoning: thought, tool_calls, ...rest }: StreamDelta): void => {
    const callsNow = tool_calls?.flatMap(cleanCall);
    pass({
      ...pushed("text", said, text),
      ...pushed("reasoning", thought, reasoning),
      ...(callsNow && (callsNow.length > 0 || tool_calls?.length === 0) ? { tool_calls: callsNow } : {}),
      ...clean(rest),
    });
  };

  const end = (): void => {
    const rest = [...calls].map(([id, call]) => ({ id: clean(id), arguments: call.end() }));
    const callsNow = rest.filter((call) => call.arguments !== "");
    pass({
      ...present("text", text.end()),
      ...present("reasoning", reasoning.end()),
      ...(callsNow.length === 0 ? {} : { tool_calls: callsNow }),
    });
  };

  return { take, end };
}

export function redactedModel(model: Model, secrets: readonly Secret[]): Model {
  const { clean, stream } = redaction(secrets);
  return {
    ...model,
    ask: async (request, context) => {
      const deltas = redactedDeltas({ clean, stream }, context.onDelta);
      const outcome = await model.ask(request, { ...context, onDelta: deltas.take });
      if (!context.signal.aborted) deltas.end();
      return clean(outcome);
    },
  };
}

export function redactedWorker(worker: Worker, secrets: readonly Secret[]): Worker {
  const { clean, stream } = redaction(secrets);
  return {
    ...worker,
    decide: async (decision, context) => {
      const deltas = redactedDeltas({ clean, stream }, context.onDelta);
      const outcome = await worker.decide(decision, {
        ...context,
        onLog: (entry) => context.onLog(clean(entry)),
        onDelta: deltas.take,
      });
      if (!context.signal.aborted) deltas.end();
      return clean(outcome);
    },
  };
}
