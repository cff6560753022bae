/** Anthropic's Messages API through its SDK. The one file that knows the SDK; the rest of the mapping is pure. */

import Anthropic, { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import { isDeeperThan, isObject } from "@/lib/json/value";
import { OutboundRefused, UnusableReply } from "@/lib/protocol/outgoing";
import { AnswerCollector, type Collected, responseOf } from "./anthropic-collect";
import {
  brokenByError,
  brokenOff,
  declined,
  errorReply,
  injectedFailure,
  notSent,
  type Trouble,
  unreachable,
  unusable,
} from "./anthropic-failure";
import { nameRefusal } from "./anthropic-limits";
import { mapRequest } from "./anthropic-request";
import { boundedFetch, MOST_LEVELS } from "./bounded-fetch";
import type { AskContext, Model, ModelRequest } from "./port";
import { orStopped } from "./stop";

interface AnthropicOptions {
  /** Null: none was given; every ask then fails and says where to put one. */
  apiKey: string | null;
  /** Default: Anthropic's own address. */
  baseUrl?: string;
  /** For requests that set no limit of their own. Default 8192. */
  maxTokens?: number;
  /** Bytes of an answer with all its events. Default 32 MiB. */
  maxBytes?: number;
  /** May throw `OutboundRefused` or `UnusableReply`: then no retry helps. */
  fetch?: typeof fetch;
}

const OWN_ADDRESS = "https://api.anthropic.com";
const MAX_TOKENS = 8192;
/** A model's longest answers come to a few megabytes of events. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of a refusal's body that are read. */
const ERROR_BYTES = 64 * 1024;
/** The longest a timer can run: the engine's own limits end an attempt, by the signal. */
const NO_TIMEOUT = 2_147_483_647;

/**
 * Always asks for a stream, so that argument text is seen as it came. One ask is one HTTP request: the SDK's retries
 * are off. A provider may repeat the key: whoever shows or stores an outcome redacts it.
 */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const baseUrl = options.baseUrl || OWN_ADDRESS;
  const who = baseUrl === OWN_ADDRESS ? "Anthropic" : `The model provider at ${hostOf(baseUrl)}`;
  const key = options.apiKey?.trim() ?? "";

  const ask = async (request: ModelRequest, context: AskContext): Promise<ModelOutcome> => {
    const unsendable = keyFault(key) ?? nameFault(request);
    if (unsendable) return notSent(unsendable);
    const { body, notes } = mapRequest(request, options.maxTokens ?? MAX_TOKENS);
    const client = new Anthropic({
      apiKey: key,
      baseURL: baseUrl,
      maxRetries: 0,
      timeout: NO_TIMEOUT,
      logLevel: "off",
      openTelemetry: false,
      fetchOptions: { redirect: "manual" },
      fetch: boundedFetch(options.fetch ?? fetch, {
        maxBytes: options.maxBytes ?? MAX_BYTES,
        maxErrorBytes: ERROR_BYTES,
      }),
    });
    const collector = new AnswerCollector((delta) => {
      if (request.stream && !context.signal.aborted) context.onDelta(delta);
    });
    const { signal } = context;
    return receive({ client, body, notes, who, collector, model: request.model, signal });
  };

  return {
    ask: (request, context) => orStopped(who, context.signal, () => ask(request, context)),
    failure: injectedFailure,
  };
}

interface Exchange {
  client: Anthropic;
  body: unknown;
  /** What was said about the request already. */
  notes: string[];
  who: string;
  collector: AnswerCollector;
  model: string;
  signal: AbortSignal;
}

/** An answer with status 200 that began to come. */
interface Answered {
  requestId: string | undefined;
  contentType: string;
}

async function receive(exchange: Exchange): Promise<ModelOutcome> {
  const { client, body, collector, signal } = exchange;
  let answered: Answered | undefined;
  try {
    const answer = await client
      .post<AsyncIterable<unknown>>("/v1/messages", { body, stream: true, signal })
      .withResponse();
    answered = {
      requestId: answer.request_id ?? undefined,
      contentType: answer.response.headers.get("content-type") ?? "none",
    };
    for await (const event of answer.data) {
      if (isDeeperThan(event, MOST_LEVELS))
        throw new UnusableReply(`has an event that is nested deeper than ${MOST_LEVELS} levels`);
      collector.take(event);
      if (collector.finished) break;
    }
  } catch (thrown) {
    return thrownFailure(thrown, exchange, answered);
  }
  return outcomeOf(exchange, collector.collected(), answered);
}

/** The stream was read to its end, as far as it went. */
function outcomeOf(exchange: Exchange, found: Collected, answered: Answered): ModelOutcome {
  const trouble = troubleOf(exchange, found, answered);
  if (found.error) return brokenByError({ ...trouble, ...found.error });
  if (!found.ended) return brokenOff({ ...trouble, reason: unended(found, answered) });
  if (found.stopReason === "refusal") {
    const { stopDetails, usage } = found;
    const said = isObject(stopDetails) ? stopDetails.explanation : undefined;
    const explanation = typeof said === "string" ? said : undefined;
    return declined({ ...trouble, stopDetails, usage, explanation });
  }
  const provider = {
    request_id: answered.requestId,
    message_id: found.messageId,
    stop_reason: found.stopReason,
    stop_sequence: found.stopSequence,
    stop_details: found.stopDetails,
    notes: trouble.notes,
  };
  const told = Object.entries(provider).filter(([, value]) => value !== undefined);
  return { ok: true, response: responseOf(found, exchange.model), provider: Object.fromEntries(told) };
}

function unended({ model, content, tool_calls }: Collected, { contentType }: Answered): string {
  const nothing = model === undefined && content === undefined && tool_calls === undefined;
  return nothing
    ? `it sent no event of an answer (content type ${contentType}).`
    : "the stream ended without the event message_stop.";
}

function thrownFailure(thrown: unknown, exchange: Exchange, answered: Answered | undefined): ModelOutcome {
  const trouble = troubleOf(exchange, exchange.collector.collected(), answered);
  if (answered) return streamFailure(thrown, trouble);
  if (!(thrown instanceof APIError)) throw thrown;
  if (thrown.status !== undefined) return statusFailure(thrown, { ...trouble, status: thrown.status });
  const { cause } = thrown;
  if (cause instanceof OutboundRefused) return notSent(`Not sent: ${cause.message}`);
  if (cause instanceof UnusableReply) return unusable({ ...trouble, reason: cause.message });
  return unreachable({ ...trouble, reason: reasonOf(thrown) });
}

/** For an `error` event the SDK throws an error without a status whose body is the event's data. */
function streamFailure(thrown: unknown, trouble: Trouble): ModelOutcome {
  if (thrown instanceof APIError && !(thrown instanceof APIConnectionError)) {
    return brokenByError({
      ...trouble,
      type: typeOf(thrown),
      message: messageOf(thrown),
      body: bodyOf(thrown),
    });
  }
  if (thrown instanceof UnusableReply) return unusable({ ...trouble, reason: thrown.message });
  // The SDK writes an error event's data as JSON once more.
  if (thrown instanceof RangeError) return unusable({ ...trouble, reason: "nests too deep to be read" });
  const reason = thrown instanceof SyntaxError ? "an event of the stream is not JSON" : reasonOf(thrown);
  return brokenOff({ ...trouble, reason });
}

function statusFailure(thrown: APIError, trouble: Trouble & { status: number }): ModelOutcome {
  const headers: Headers | undefined = thrown.headers;
  return errorReply({
    ...trouble,
    requestId: thrown.requestID ?? undefined,
    type: typeOf(thrown),
    message: messageOf(thrown),
    body: bodyOf(thrown),
    retryAfter: headers?.get("retry-after") ?? undefined,
    location: headers?.get("location")?.slice(0, 300),
  });
}

function troubleOf({ who, notes }: Exchange, found: Collected, answered: Answered | undefined): Trouble {
  const { content, tool_calls } = found;
  return {
    who,
    requestId: answered?.requestId,
    partial: { content, tool_calls },
    notes: [...notes, ...found.notes],
  };
}

/** The provider's own word for the error; what is no text is in the body. */
const typeOf = ({ type }: APIError): string | undefined =>
  typeof type === "string" ? String(type).slice(0, 100) : undefined;

/** The provider's own body, where it can be kept; else what was left out. */
function bodyOf({ error }: APIError): unknown {
  if (isDeeperThan(error, MOST_LEVELS)) return `left out: nested deeper than ${MOST_LEVELS} levels`;
  const text = JSON.stringify(error) ?? "";
  return text.length > ERROR_BYTES ? `${text.slice(0, 2_000)}…` : error;
}

/** The provider's own words; else the SDK's, without the status in front and empty when there was no body. */
function messageOf({ apiMessage, status, message }: APIError): string {
  if (typeof apiMessage === "string") return apiMessage;
  const rest = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return rest === "status code (no body)" ? "" : rest.slice(0, 500);
}

/** The innermost reason, where networks say what happened: `connect ECONNREFUSED 127.0.0.1:9`. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0]);
  return thrown.cause instanceof Error ? reasonOf(thrown.cause) : thrown.message || thrown.name;
}

function keyFault(key: string): string | undefined {
  if (key === "") {
    return "No Anthropic key: set ANTHROPIC_API_KEY on the server or type one into the page.";
  }
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return "The Anthropic key has a blank or a character in it that no key has: copy it again and type it in.";
}

function nameFault(request: ModelRequest): string | undefined {
  const refused = nameRefusal(request.tools());
  return refused === undefined ? undefined : `Not sent: Anthropic would refuse the tools. ${refused}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
