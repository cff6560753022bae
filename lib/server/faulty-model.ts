/** A model with a fault on purpose laid over it. */
import type { AskContext, Model, ModelOutcome, ModelRequest } from "../models/port";
import type { FaultRule } from "../protocol/fault";
import type { LlmResponse, StreamDelta, ToolCall } from "../protocol/messages";
import { never } from "../util/never";
import { type FaultTools, halfOf, silence } from "./faulty-worker";

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

/** Half of what streams is passed on, and of the answer so much is kept as had come. */
async function askCut({ model, request, context }: Asked): Promise<ModelOutcome> {
  const deltas: StreamDelta[] = [];
  const outcome = await model.ask(request, { ...context, onDelta: (delta) => deltas.push(delta) });
  for (const delta of deltas.slice(0, Math.floor(deltas.length / 2))) context.onDelta(delta);
  const content = outcome.ok ? halfOf(outcome.response.content ?? "") : "";
  return {
    ok: false,
    error:
      "The answer of the model broke off before its end: the connection was closed. Nothing of it was used.",
    retryable: true,
    code: "provider_error",
    ...(content ? { detail: { partial: { content } } } : {}),
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
      await silence(context.signal);
      return { ok: false, error: "Stopped before the answer was complete.", retryable: false };
    case "rate limited":
      return refused(429, "rate_limit_error", "It asks to wait before trying again.");
    case "overloaded":
      return refused(529, "overloaded_error", "");
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

const refused = (status: number, type: string, advice: string): ModelOutcome => ({
  ok: false,
  error: `The provider could not serve the request (${status} ${type}). ${advice}`.trim(),
  retryable: true,
  code: status === 429 ? "rate_limited" : "provider_error",
  detail: { status, type },
});
