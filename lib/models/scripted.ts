/** The scripted model: answers from a list, with no key and no network. Raw argument texts, so malformed ones too. */
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import type { LlmResponse, StreamDelta, ToolCall } from "../protocol/messages";
import type { ScriptedAnswer } from "../protocol/workspace";
import { injectedFailure } from "./anthropic-failure";
import type { AskContext, Model, ModelRequest } from "./port";
import { orStopped } from "./stop";

interface ScriptedOptions {
  answers: ScriptedAnswer[];
  /** Resolves after `ms` milliseconds; may resolve or reject early when the signal fires. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Model call n of a session (`request.index`, from 0) gets the list's answer n, whatever it was asked, so a session
 * that was taken up again goes on where it stood. A list that has run out is a failure that says so.
 */
export function createScriptedModel({ answers, sleep }: ScriptedOptions): Model {
  const givenIds = new Set(answers.flatMap((answer) => answer.calls?.map((call) => call.id) ?? []));

  const play = async (request: ModelRequest, context: AskContext): Promise<ModelOutcome> => {
    const answer = answers[request.index];
    if (!answer) return runOut(answers.length, request.index);
    if (answer.delayMs) await sleep(answer.delayMs, context.signal);
    const response = responseOf(answer, request, givenIds);
    if (request.stream) stream(answer, response, context);
    if (answer.error) return failureOf(answer.error, response);
    return { ok: true, response, provider: { answer: request.index + 1, of: answers.length } };
  };

  return {
    ask: (request, context) => orStopped("The scripted model", context.signal, () => play(request, context)),
    failure: injectedFailure,
  };
}

function runOut(count: number, index: number): ModelOutcome {
  const has = count === 0 ? "no answers" : count === 1 ? "1 answer" : `${count} answers`;
  return {
    ok: false,
    error: `The script has ${has} and this is model call ${index + 1}: add an answer to the script, let an earlier answer end the turn (text, no calls), or choose a real model.`,
    retryable: false,
    detail: { answers: count, call: index + 1 },
  };
}

function responseOf(
  answer: ScriptedAnswer,
  request: ModelRequest,
  givenIds: ReadonlySet<string | undefined>,
): LlmResponse {
  const calls = (answer.calls ?? []).map(
    (call, at): ToolCall => ({
      id: call.id ?? mintId(request.index, at, givenIds),
      type: "function",
      function: { name: call.name, arguments: rawText(call.arguments) },
    }),
  );
  return {
    model: request.model,
    ...(answer.text === undefined ? {} : { content: answer.text }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    finish_reason: answer.stop ?? (calls.length > 0 ? "tool_calls" : "stop"),
  };
}

/** The same id for the same place in the script, and none that another call of the script was given by hand. */
function mintId(index: number, at: number, givenIds: ReadonlySet<string | undefined>): string {
  let id = `call_${index + 1}_${at + 1}`;
  while (givenIds.has(id)) id += "_";
  return id;
}

function rawText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

function failureOf(error: NonNullable<ScriptedAnswer["error"]>, response: LlmResponse): ModelOutcome {
  const { model: _, finish_reason: __, ...partial } = response;
  return {
    ok: false,
    error: error.message,
    retryable: error.retryable ?? false,
    ...(error.code ? { code: error.code } : {}),
    ...(Object.keys(partial).length > 0 ? { detail: { partial } } : {}),
  };
}

function stream(answer: ScriptedAnswer, response: LlmResponse, { signal, onDelta }: AskContext): void {
  for (const delta of deltasOf(answer, response)) {
    if (signal.aborted) return;
    onDelta(delta);
  }
}

/** An answer that fails breaks off after its pieces: it has no stop reason. */
function* deltasOf(answer: ScriptedAnswer, response: LlmResponse): Generator<StreamDelta> {
  for (const text of piecesOf(response.content ?? "", answer.chunk)) yield { text };
  for (const { id, function: fn } of response.tool_calls ?? []) {
    const [first = "", ...rest] = piecesOf(fn.arguments, answer.chunk);
    yield { tool_calls: [{ id, name: fn.name, arguments: first }] };
    for (const piece of rest) yield { tool_calls: [{ id, arguments: piece }] };
  }
  if (!answer.error) yield { finish_reason: response.finish_reason };
}

/**
 * Pieces of `size` characters (code points, so that no surrogate pair is split); by default 24 and at most 200 pieces.
 * Cut out of the text, never gathered by the character: a text may have millions of them.
 */
function* piecesOf(text: string, size = Math.max(24, Math.ceil(text.length / 200))): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start, size);
    yield text.slice(start, end);
    start = end;
  }
}

/** Where `size` characters from `start` on end. */
function endOfPiece(text: string, start: number, size: number): number {
  const plain = Math.min(text.length, start + size);
  if (!SURROGATE.test(text.slice(start, plain + 1))) return plain;
  let end = start;
  for (let count = 0; count < size && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

const SURROGATE = /[\uD800-\uDFFF]/;
