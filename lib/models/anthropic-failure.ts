/** What went wrong with the provider, as a failure that says who refused and what to do. */
import type { ModelOutcome } from "@/lib/engine/log/outcomes";
import type { ErrorCode, ToolCall } from "@/lib/protocol/messages";
import { never } from "@/lib/util/never";
import type { ModelFailure } from "./port";

/** What had come of an answer before it failed; shown, never used. */
interface PartialAnswer {
  content?: string;
  tool_calls?: ToolCall[];
}

export interface Trouble {
  /** Who was asked: `Anthropic`, or the provider with its address. */
  who: string;
  requestId?: string;
  partial?: PartialAnswer;
  notes: string[];
}

interface ErrorReply extends Trouble {
  status: number;
  /** The provider's own type and message. */
  type?: string;
  message?: string;
  body?: unknown;
  retryAfter?: string;
  location?: string;
}

const RETRYABLE_STATUS = new Set([408, 409, 429]);
const LASTING_TYPES = new Set([
  "invalid_request_error",
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
  "request_too_large",
]);

/** The provider answered with a status other than 200. */
export function errorReply(trouble: ErrorReply): ModelOutcome {
  const { who, status, type, message } = trouble;
  const retryable = RETRYABLE_STATUS.has(status) || status >= 500;
  const said = message ? `: ${sentence(message)}` : ".";
  const kind = type ? `${status} ${type}` : `status ${status}`;
  return failure({
    error:
      `${who} ${retryable ? "could not serve" : "refused"} the request (${kind})${said} ${advice(trouble)}`.trim(),
    retryable,
    code: codeOf(status, type),
    detail: {
      status,
      type,
      retry_after: trouble.retryAfter,
      body: trouble.body,
      ...common(trouble),
    },
  });
}

function codeOf(status: number, type: string | undefined): ErrorCode {
  if (status === 429) return "rate_limited";
  return status === 402 || type === "billing_error" ? "budget_exceeded" : "provider_error";
}

function advice({ status, retryAfter, location }: ErrorReply): string {
  if (status >= 300 && status < 400) {
    return `It redirects to ${location ?? "another address"}, which is not followed: set the base address to where the provider is.`;
  }
  switch (status) {
    case 401:
      return "Check the key: ANTHROPIC_API_KEY on the server, or the one typed into the page.";
    case 402:
      return "Check the credit of the account that the key belongs to.";
    case 403:
      return "The key may not do this: check its permissions and the model's name.";
    case 404:
      return "Check the model's name, and the base address (without /v1).";
    case 413:
      return "The request is too large: shorten the conversation or the schemas.";
    case 429:
      return retryAfter
        ? `It asks to wait: retry-after ${retryAfter}.`
        : "It asks to wait before trying again.";
    default:
      return "";
  }
}

/** An `error` event inside a stream that began well. */
export function brokenByError(
  trouble: Trouble & { type?: string; message?: string; body?: unknown },
): ModelOutcome {
  const { who, type, message } = trouble;
  const said = message ? `: ${sentence(message)}` : ".";
  return failure({
    error: `${who} broke off its answer with an error${type ? ` (${type})` : ""}${said} Nothing of the answer was used.`,
    retryable: type === undefined || !LASTING_TYPES.has(type),
    code: type === "rate_limit_error" ? "rate_limited" : "provider_error",
    detail: { type, body: trouble.body, ...common(trouble) },
  });
}

/** The stream ended, or broke, before the provider said that the answer is complete. */
export function brokenOff(trouble: Trouble & { reason: string }): ModelOutcome {
  return failure({
    error: `The answer of ${trouble.who} broke off before its end: ${sentence(trouble.reason)} Nothing of it was used.`,
    retryable: true,
    code: "provider_error",
    detail: common(trouble),
  });
}

/** What came is nothing that can be read, or more than is read. `reason` goes on from "it". */
export function unusable(trouble: Trouble & { reason: string }): ModelOutcome {
  return failure({
    error: `${trouble.who} sent an answer that cannot be used: it ${sentence(trouble.reason)} Nothing of it was used.`,
    retryable: false,
    code: "provider_error",
    detail: common(trouble),
  });
}

/** No answer at all: no connection, or nothing within the time the connection allows. */
export function unreachable(trouble: Trouble & { reason: string }): ModelOutcome {
  return failure({
    error: `${trouble.who} could not be reached: ${sentence(trouble.reason)} Check the network and the base address.`,
    retryable: true,
    code: "provider_error",
    detail: common(trouble),
  });
}

/** How an injected fault fails: as an ask of this provider does. */
export function injectedFailure(failure: ModelFailure): ModelOutcome {
  switch (failure.kind) {
    case "rate limited":
      return errorReply({ who: "The provider", status: 429, type: "rate_limit_error", notes: [] });
    case "overloaded":
      return errorReply({ who: "The provider", status: 529, type: "overloaded_error", notes: [] });
    case "stream cut": {
      const { partial } = failure;
      return brokenOff({ who: "the model", reason: "the connection was closed", partial, notes: [] });
    }
    default:
      return never(failure, "failure");
  }
}

/** The model itself declined. */
export function declined(
  trouble: Trouble & { explanation?: string; stopDetails?: unknown; usage?: unknown },
): ModelOutcome {
  const because = trouble.explanation ? `: ${sentence(trouble.explanation)}` : ".";
  return failure({
    error: `The model refused to answer (stop reason refusal)${because} Change the prompt or the tools, or choose another model.`,
    retryable: false,
    code: "refused",
    detail: {
      stop_reason: "refusal",
      stop_details: trouble.stopDetails,
      usage: trouble.usage,
      ...common(trouble),
    },
  });
}

/** Nothing was sent: the request would surely be refused. */
export function notSent(error: string): ModelOutcome {
  return failure({ error, retryable: false, code: "provider_error", detail: { sent: false } });
}

function common({ requestId, partial, notes }: Trouble): Record<string, unknown> {
  return {
    request_id: requestId,
    ...(partial?.content === undefined && partial?.tool_calls === undefined ? {} : { partial }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Members without a value are left out, so that the record is the same once it was written and read. */
function failure(outcome: {
  error: string;
  retryable: boolean;
  code: ErrorCode;
  detail: Record<string, unknown>;
}): ModelOutcome {
  const told = Object.entries(outcome.detail).filter(([, value]) => value !== undefined);
  return { ok: false, ...outcome, detail: Object.fromEntries(told) };
}

/** Characters of somebody else's words that an error's text repeats. */
const MOST_SAID = 2_000;

function sentence(text: string): string {
  const said = text.trim();
  if (said.length > MOST_SAID) return `${said.slice(0, MOST_SAID)}…`;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
