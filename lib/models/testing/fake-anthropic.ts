/** A local HTTP server that speaks Anthropic's event stream, one scenario a request. For tests only. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An event of the stream; a string is written as it stands. */
export type FakeEvent = { type: string; [member: string]: unknown } | string;

export type FakeScenario =
  | {
      /** A `message_start` is put in front when the list has none. */
      events: FakeEvent[];
      /** After the last event: end the answer (default), break the connection, or hold it open. */
      then?: "end" | "break" | "hold";
      /** Written in pieces of this many bytes, so that characters and lines are torn. */
      bytes?: number;
      headers?: Record<string, string>;
    }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Takes the request and never answers. */
  | { silent: true };

export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** From `authorization` or `x-api-key`. */
  key: string | undefined;
  /** The body as text, and as JSON. */
  text: string;
  body: unknown;
}

export interface FakeAnthropic {
  /** The base address to give to the adapter. */
  url: string;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
  close(): Promise<void>;
}

/** Scenarios are used up in order; a function is asked for each request. Listens on a free port of 127.0.0.1. */
export async function startFakeAnthropic(
  scenarios: FakeScenario[] | ((request: FakeRequest) => FakeScenario),
): Promise<FakeAnthropic> {
  const requests: FakeRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    const chosen = typeof scenarios === "function" ? scenarios(request) : scenarios[requests.length - 1];
    answer(
      response,
      fault(request) ?? chosen ?? apiError(500, "api_error", "The fake has no scenario left."),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A refusal in the provider's form. */
export function apiError(status: number, type: string, message: string) {
  return { status, body: { type: "error", error: { type, message }, request_id: "req_fake" } };
}

interface FakeAnswer {
  text?: string;
  /** `arguments` is the raw text, sent in pieces of `piece` code units (default 7), torn anywhere. */
  calls?: { id: string; name: string; arguments: string }[];
  piece?: number;
  /** Default: `tool_use` with calls, else `end_turn`. */
  stopReason?: string;
}

/** The events of a whole answer. */
export function fakeAnswer({ text, calls = [], piece = 7, stopReason }: FakeAnswer): FakeEvent[] {
  const blocks = [
    ...(text === undefined ? [] : [{ start: { type: "text", text: "" }, deltas: textDeltas(text, piece) }]),
    ...calls.map(({ id, name, arguments: raw }) => ({
      start: { type: "tool_use", id, name, input: {} },
      deltas: tear(raw, piece).map((partial_json) => ({ type: "input_json_delta", partial_json })),
    })),
  ];
  const stop_reason = stopReason ?? (calls.length > 0 ? "tool_use" : "end_turn");
  return [
    MESSAGE_START,
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ];
}

const MESSAGE_START = {
  type: "message_start",
  message: {
    id: "msg_fake",
    type: "message",
    role: "assistant",
    model: "claude-fake-1",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
};

const textDeltas = (text: string, piece: number) =>
  tear(text, piece).map((part) => ({ type: "text_delta", text: part }));

/** Pieces of `size` code units, surrogate pairs torn too; the first piece is empty, as it often is. */
function tear(text: string, size: number): string[] {
  const pieces = [""];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const { method = "", url: path = "", headers } = incoming;
  const key = headers.authorization?.replace(/^Bearer /, "") ?? headers["x-api-key"]?.toString();
  return { method, path, headers, key, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** What the provider refuses before it looks at anything else. */
function fault({ method, path, headers, key }: FakeRequest): FakeScenario | undefined {
  if (method !== "POST" || path !== "/v1/messages") return apiError(404, "not_found_error", "Not found");
  if (!key) return apiError(401, "authentication_error", "No key was sent");
  if (!headers["anthropic-version"])
    return apiError(400, "invalid_request_error", "anthropic-version: header is required");
  return undefined;
}

function answer(response: ServerResponse, scenario: FakeScenario): void {
  if ("silent" in scenario) return;
  if ("status" in scenario) {
    const { status, body, headers } = scenario;
    const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
    response.writeHead(status, { "content-type": "application/json", "request-id": "req_fake", ...headers });
    response.end(text);
    return;
  }
  const { events, then = "end", bytes } = scenario;
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "request-id": "req_fake",
    ...scenario.headers,
  });
  const started = events.some((event) => typeof event === "object" && event.type === "message_start");
  const all = started ? events : [MESSAGE_START, ...events];
  const pieces = torn(Buffer.from(all.map(frame).join(""), "utf8"), bytes);
  const last = pieces.pop() ?? Buffer.alloc(0);
  for (const piece of pieces) response.write(piece);
  if (then === "end") response.end(last);
  else if (then === "hold") response.write(last);
  else response.write(last, () => response.destroy());
}

const frame = (event: FakeEvent): string =>
  typeof event === "string" ? event : `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function torn(whole: Buffer, size = whole.length): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
  return pieces;
}
