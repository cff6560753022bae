/** A model with a fault on purpose laid over it. */
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import type { AskContext, Model, ModelRequest } from "@/lib/models/port";
import { STOPPED } from "@/lib/models/stop";
import type { FaultRule } from "@/lib/protocol/fault";
import type { LlmResponse, StreamDelta, ToolCall } from "@/lib/protocol/messages";
import { aborted } from "@/lib/util/abort";
import { never } from "@/lib/util/never";
import { type FaultTools, halfOf } from "./faulty-worker";

type ModelFault = (FaultRule & { at: "model" })["what"];

export interface ModelFaultTools extends Pick<FaultTools, "sleep"> {
  /** Arguments that break the input schema of the tool of that name; null where none do. */
  brokenArguments: (name: string) => Promise<string | null>;
}

const withArguments = (call: ToolCall, text: string): ToolCall => ({
  ...call,
  function: { ...call.function, arguments: text },
});

const malformed = (text: string): string =>
  text.trimEnd().endsWith("}") ? `${text.trimEnd().slice(0, -1)},}` : `{${text}`;

function unknownName(name: string, known: ReadonlySet<string>): string {
  let unknown = `${name}_unknown`;
  while (known.has(unknown)) unknown += "_";
  return unknown;
}

/** An answer that asks for no tool stays as it is. */
async function spoil(
  what: ModelFault,
  response: LlmResponse,
  { request, tools }: { request: ModelRequest; tools: ModelFaultTools },
): Promise<LlmResponse> {
  const calls = response.tool_calls ?? [];
  const [first, ...rest] = calls;
  const last = calls.at(-1);
  if (!first || !last) return response;
  switch (what.kind) {
    case "malformed arguments": {
      const { arguments: text } = first.function;
      return { ...response, tool_calls: [withArguments(first, malformed(text)), ...rest] };
    }
    case "invalid arguments": {
      const text = await tools.brokenArguments(first.function.name);
      return text === null ? response : { ...response, tool_calls: [withArguments(first, text), ...rest] };
    }
    case "unknown tool": {
      const known = new Set(request.tools().map(({ name }) => name));
      const name = unknownName(first.function.name, known);
      return { ...response, tool_calls: [{ ...first, function: { ...first.function, name } }, ...rest] };
    }
    case "cut arguments": {
      const cut = withArguments(last, halfOf(last.function.arguments));
      return { ...response, tool_calls: [...calls.slice(0, -1), cut], finish_reason: "length" };
    }
    case "duplicate ids": {
      const doubled =
        calls.length === 1 ? [first, first] : [...calls.slice(0, -1), { ...last, id: first.id }];
      return { ...response, tool_calls: doubled };
    }
    default:
      return response;
  }
}

/** What streams of the calls is kept back: it would show what the answer then does not have. */
function spoken(onDelta: AskContext["onDelta"]): AskContext["onDelta"] {
  return ({ text, reasoning }) => {
    if (text !== undefined || reasoning !== undefined)
      onDelta({ ...(text === undefined ? {} : { text }), ...(reasoning === undefined ? {} : { reasoning }) });
  };
}

function told({ tool_calls = [], finish_reason }: LlmResponse, onDelta: AskContext["onDelta"]): void {
  const calls = tool_calls.map(({ id, function: { name, arguments: text } }) => ({
    id,
    name,
    arguments: text,
  }));
  onDelta({ tool_calls: calls, ...(finish_reason === undefined ? {} : { finish_reason }) });
}

async function askSpoiled(what: ModelFault, asked: Asked): Promise<ModelOutcome> {
  const { model, request, context, tools } = asked;
  const onDelta = spoken(context.onDelta);
  const outcome = await model.ask(request, { ...context, onDelta });
  if (!outcome.ok) return outcome;
  const response = await spoil(what, outcome.response, { request, tools });
  if (request.stream && !context.signal.aborted) told(response, context.onDelta);
  return { ...outcome, response };
}

/** After so many pieces that were passed on a stream is cut at the latest. */
const PASSED = 12;

/**
 * Cuts the stream while it comes. How long an answer will be is not known before its end, so of what has come the first
 * half is passed on, piece by piece, and the asking ends once that is enough; so a cut is always within the answer. What
 * does not stream is not asked for: no more of it would come than nothing.
 */
async function askCut({ model, request, context }: Asked): Promise<ModelOutcome> {
  const cut = new AbortController();
  const heard: StreamDelta[] = [];
  const passed: StreamDelta[] = [];
  const onDelta = (delta: StreamDelta) => {
    if (cut.signal.aborted || context.signal.aborted) return;
    heard.push(delta);
    const next = heard[passed.length];
    if (heard.length < (passed.length + 1) * 2 || !next) return;
    passed.push(next);
    context.onDelta(next);
    if (passed.length === PASSED) cut.abort();
  };
  const signal = AbortSignal.any([context.signal, cut.signal]);
  if (request.stream) await model.ask(request, { signal, onDelta });
  return model.failure({ kind: "stream cut", partial: partialOf(passed) });
}

/** What the pieces come to. */
function partialOf(deltas: StreamDelta[]): Pick<LlmResponse, "content" | "tool_calls"> {
  const content = deltas.map(({ text }) => text ?? "").join("");
  const calls = new Map<string, ToolCall>();
  for (const piece of deltas.flatMap(({ tool_calls }) => tool_calls ?? [])) {
    const { id, name = "", arguments: text = "" } = piece;
    const before = calls.get(id)?.function ?? { name: "", arguments: "" };
    calls.set(id, {
      id,
      type: "function",
      function: { name: before.name + name, arguments: before.arguments + text },
    });
  }
  return {
    ...(content && { content }),
    ...(calls.size > 0 && { tool_calls: [...calls.values()] }),
  };
}

export interface Asked {
  model: Model;
  request: ModelRequest;
  context: AskContext;
  tools: ModelFaultTools;
}

/** Asks the model as the fault has it. Does not throw. */
export async function askFaulty(what: ModelFault, asked: Asked): Promise<ModelOutcome> {
  const { model, request, context, tools } = asked;
  switch (what.kind) {
    case "slow":
      await tools.sleep(what.ms, context.signal);
      return model.ask(request, context);
    case "silent":
      await aborted(context.signal);
      return STOPPED;
    case "rate limited":
    case "overloaded":
      return model.failure({ kind: what.kind });
    case "stream cut":
      return askCut(asked);
    case "malformed arguments":
    case "invalid arguments":
    case "unknown tool":
    case "cut arguments":
    case "duplicate ids":
      return askSpoiled(what, asked);
    default:
      return never(what, "fault");
  }
}
