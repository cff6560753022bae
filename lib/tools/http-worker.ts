/** A worker at an address that the user gives: each decision is one signed POST (docs/contract.md#delivery). */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import { UnusableReply } from "@/lib/protocol/outgoing";
import { never } from "@/lib/util/never";
import { readAnswer } from "./http-answer";
import type { DecideContext, Decision, DeliveryFailure, Worker } from "./port";
import { type Clock, systemClock, type Watch, watchSilence } from "./silence";

interface HttpWorkerOptions {
  url: string;
  /** Signs the body; null sends it unsigned. */
  secret: string | null;
  /** May throw an `UnusableReply`: then no retry helps. */
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds of silence that are allowed: to connect, to the first byte, and between reads. Default 20,000. */
  silenceMs?: number;
  /** Bytes of an answer. Default 8 MiB. */
  maxBytes?: number;
  clock?: Clock;
}

export function createHttpWorker(options: HttpWorkerOptions): Worker {
  return { decide: decideOver(options), failure: failureAt(options.url) };
}

/** Where a worker is that has no address of its own. */
const NO_ADDRESS = "the worker's address";

/** How an injected fault fails: as a delivery to this address does on a network that gives such an answer. */
export function failureAt(url = NO_ADDRESS): Worker["failure"] {
  return (failure, decision, context) =>
    decideOver({ url, secret: null, fetch: () => answerOf(failure) })(decision, context);
}

async function answerOf(failure: DeliveryFailure): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  switch (failure.kind) {
    case "unreachable":
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    case "server error":
      return new Response(null, { status: failure.status, headers });
    case "broken json":
      return new Response('{"actions": [{"type": "tool.result", "result":', { headers });
    default:
      return never(failure, "failure");
  }
}

function decideOver(options: HttpWorkerOptions): Worker["decide"] {
  const { url, secret, silenceMs = 20_000, maxBytes = 8 * 1024 * 1024, clock = systemClock } = options;
  return async (decision: Decision, { signal }: DecideContext) => {
    const watch = watchSilence(silenceMs, signal, clock);
    try {
      const body = Buffer.from(decision.json(), "utf8");
      const request = options.fetch(url, {
        method: "POST",
        headers: headersFor(body, decision.decision_id, secret),
        body,
        redirect: "manual",
        signal: watch.signal,
      });
      const response = await watch.race(request);
      watch.heard();
      return await readAnswer(response, decision.trigger, { watch, maxBytes });
    } catch (error) {
      return transportFailure(error, { watch, url, silenceMs });
    } finally {
      watch.end();
    }
  };
}

function headersFor(body: Buffer, decisionId: string, secret: string | null): Record<string, string> {
  // Redeliveries of a decision are one trace; each is a span of its own.
  const trace = createHash("sha256").update(decisionId).digest("hex").slice(0, 32);
  return {
    "Content-Type": "application/json",
    Accept: "text/event-stream, application/json",
    traceparent: `00-${trace}-${randomBytes(8).toString("hex")}-01`,
    ...(secret === null
      ? {}
      : { "X-Substructure-Signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` }),
  };
}

/** There was no connection, so a retry may find the worker running. */
const CONNECT_CODES = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** The connection broke. The worker may have done its work already, so there is no retry. */
const BROKEN_CODES = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

interface Delivery {
  watch: Watch;
  url: string;
  silenceMs: number;
}

function transportFailure(error: unknown, { watch, url, silenceMs }: Delivery): WorkerOutcome {
  const at = placeOf(url);
  switch (watch.cause()) {
    case "silence":
      return failed(`The worker at ${at} sent nothing for ${silenceMs / 1000} s.`, true);
    case "stopped":
      return failed(`The delivery to ${at} was stopped before the worker answered.`, true);
  }
  if (error instanceof UnusableReply)
    return failed(`The worker at ${at} sent an unusable answer: it ${error.message}.`, false);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = faultOf(cause);
  if (code !== undefined && CONNECT_CODES.includes(code))
    return failed(`Nothing answers at ${at} (${code}): start the worker or correct its address.`, true);
  if (code !== undefined && BROKEN_CODES.includes(code))
    return failed(`The worker at ${at} closed the connection before its answer was complete.`, false);
  return failed(`The delivery to the worker at ${at} failed: ${message.replaceAll(url, at)}`, false);
}

const failed = (error: string, retryable: boolean): WorkerOutcome => ({ kind: "failed", error, retryable });

function faultOf(error: unknown): { code?: string; message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { code, message: error.message || (code ?? error.name) };
}

/** The address without the parts that may be secret. */
function placeOf(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return origin + pathname;
  } catch {
    return url;
  }
}
