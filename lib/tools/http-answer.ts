/** Turns a worker's HTTP response into an outcome (docs/contract.md#delivery). */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { WorkerOutcome } from "@/lib/engine/log/outcomes";
import { compactJson } from "@/lib/json/exact";
import type { Spans } from "@/lib/json/spans";
import type { Action, DecisionResponse, ToolResultAction } from "../protocol/actions";
import type { Trigger } from "../protocol/decision";
import { checkAnswer, messageOf } from "./answer";
import { BodyFault, type Reading, readText, readWhole } from "./http-body";
import { readReply } from "./reply-json";

/** Bytes of an error response that are read to find the worker's own message. */
const ERROR_BYTES = 64 * 1024;

/** Characters fed to the parser at once. It scans all of them for each line, so longer pieces would cost too much. */
const FED = 2048;

const failed = (error: string, retryable: boolean): WorkerOutcome & { kind: "failed" } => ({
  kind: "failed",
  error,
  retryable,
});

/** Reads a response. Rejects only when the network or the watch does. */
export async function readAnswer(
  response: Response,
  trigger: Trigger,
  reading: Reading,
): Promise<WorkerOutcome> {
  const outcome = await readByStatus(response, trigger, reading);
  return outcome.kind === "failed" ? { ...outcome, status: response.status } : outcome;
}

async function readByStatus(response: Response, trigger: Trigger, reading: Reading): Promise<WorkerOutcome> {
  if (!response.ok) return refusal(response, reading);
  const isStream = /^\s*text\/event-stream/i.test(response.headers.get("content-type") ?? "");
  try {
    if (isStream) return await readStream(response, trigger, reading);
    return readDecision(await readWhole(response, reading), trigger, "answer");
  } catch (error) {
    if (error instanceof BodyFault) return failed(`The worker's answer ${error.message}.`, false);
    throw error;
  }
}

/** A 5xx may pass, so it is retried; any other status is final. */
async function refusal(response: Response, reading: Reading): Promise<WorkerOutcome> {
  const { status } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    const to = response.headers.get("location");
    return failed(
      `The worker answered ${status || "with"} a redirect${to ? ` to ${to.slice(0, 300)}` : ""}: redirects are not followed, enter the final address.`,
      false,
    );
  }
  const own = await ownMessage(response, reading);
  return failed(`The worker answered ${status}${own ? `: ${own}` : "."}`, status >= 500);
}

async function ownMessage(response: Response, reading: Reading): Promise<string | undefined> {
  let text: string;
  try {
    text = await readWhole(response, { ...reading, maxBytes: ERROR_BYTES });
  } catch (error) {
    if (error instanceof BodyFault) return undefined;
    throw error;
  }
  const parsed = readReply(text);
  if (parsed.ok)
    return messageOf(typeof parsed.value === "string" ? { message: parsed.value } : parsed.value);
  return /^text\/plain/i.test(response.headers.get("content-type") ?? "")
    ? messageOf({ message: text })
    : undefined;
}

function readDecision(text: string, trigger: Trigger, what: string): WorkerOutcome {
  if (text.trim() === "")
    return failed(`The worker's ${what} is blank: an empty decision is {} or null.`, false);
  const parsed = readReply(text);
  if (!parsed.ok) return failed(`The worker's ${what} ${parsed.error}`, false);
  const answer = checkAnswer(parsed.value, trigger);
  if (!answer.ok) return failed(`The worker's ${what} ${answer.error}`, false);
  return { kind: "answered", response: withExactResults(answer.response, text, parsed.spans) };
}

/**
 * A result that JavaScript cannot hold as it came (a 19-digit number, `1.0`, members in the order "2", "1") becomes its
 * own compact JSON text. That is its canonical text anyway (D17), and nothing in it changes.
 */
function withExactResults(response: DecisionResponse, text: string, spans: Spans): DecisionResponse {
  if (!response.actions?.some(isStructured)) return response;
  const written = spans.children(spans.find(["actions"]));
  const actions = response.actions.map((action, index) => {
    if (!isStructured(action)) return action;
    const exact = compactJson(text, spans, spans.find(["result"], written[index]));
    return exact === JSON.stringify(action.result) ? action : { ...action, result: exact };
  });
  return { ...response, actions };
}

const isStructured = (action: Action): action is ToolResultAction =>
  action.type === "tool.result" && action.result !== null && typeof action.result !== "string";

const memberOf = (node: unknown, key: string | number): unknown =>
  typeof node === "object" && node !== null ? (node as Record<string | number, unknown>)[key] : undefined;

async function readStream(response: Response, trigger: Trigger, reading: Reading): Promise<WorkerOutcome> {
  let outcome: WorkerOutcome | undefined;
  const parser = createParser({
    onEvent: (event) => {
      outcome ??= readEvent(event, trigger);
    },
  });
  try {
    for await (const piece of readText(response, reading)) {
      for (let at = 0; at < piece.length && !outcome; at += FED) parser.feed(piece.slice(at, at + FED));
      if (outcome) return outcome;
    }
  } catch (error) {
    if (error instanceof BodyFault || reading.watch.signal.aborted) throw error;
  }
  return failed("The worker's event stream ended without a decision.result.", true);
}

/** The first event decides: a result, an error, or an event that does not belong here. */
function readEvent({ event = "message", data }: EventSourceMessage, trigger: Trigger): WorkerOutcome {
  switch (event) {
    case "decision.result":
      return readDecision(data, trigger, "decision.result");
    case "decision.error":
      return readError(data);
    case "llm.token.delta":
      return failed(
        `The worker streamed llm.token.delta for ${trigger.type}: it answers llm.execute only.`,
        false,
      );
    default:
      return failed(`The worker streamed an unknown event, ${event.slice(0, 100)}.`, false);
  }
}

function readError(data: string): WorkerOutcome {
  const parsed = readReply(data);
  const message = parsed.ok ? messageOf({ message: memberOf(parsed.value, "message") }) : undefined;
  if (!parsed.ok || message === undefined)
    return failed("The worker's decision.error has no message.", false);
  const retryable = memberOf(parsed.value, "retryable");
  return failed(`The worker reported an error: ${message}`, retryable !== false);
}
