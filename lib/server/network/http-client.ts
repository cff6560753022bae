/**
 * One HTTP/1.1 request to addresses that were checked before. Each call has a connection to itself, and a connection is
 * closed unless its reply was read to the end: nothing of one call can reach the next.
 */
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { Client, type Dispatcher, errors } from "undici";
import { UnusableReply } from "@/lib/protocol/outgoing";

export interface Address {
  address: string;
  family: number;
}

/** Idle connections are dropped before a server with Node's default of 5 s would do so, in milliseconds. */
const IDLE_LIMIT = 4000;
/** An attempt to connect ends after this time even if nobody waits for it any more, in milliseconds. */
const CONNECT_LIMIT = 30_000;

/** A lookup that knows only the checked addresses: the name is not resolved a second time. */
const pinned =
  (addresses: Address[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first] = addresses;
    if (!first) done(new Error("The name has no address."), "", 0);
    else if (all) done(null, addresses);
    else done(null, first.address, first.family);
  };

const clientFor = (origin: string, addresses: Address[]): Client =>
  new Client(origin, {
    connect: { lookup: pinned(addresses), timeout: CONNECT_LIMIT },
    allowH2: false,
    keepAliveTimeout: IDLE_LIMIT,
    keepAliveMaxTimeout: IDLE_LIMIT,
    // Only the signal limits how long a reply may take.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

/** A connection lent to one call. */
interface Line {
  client: Client;
  /** The reply was read to its end: another call may use the connection. */
  done: () => void;
  /** Closes the connection; what is still awaited of it fails. */
  close: () => void;
}

/** Whichever of `done` and `close` comes first counts: after it the connection may be another call's. */
function lineOf(client: Client, keep: () => void): Line {
  let open = true;
  const once = (end: () => void) => () => {
    if (open) end();
    open = false;
  };
  const destroy = () => void client.destroy().catch(() => undefined);
  return { client, done: once(() => (client.stats.connected ? keep() : destroy())), close: once(destroy) };
}

export class Connections {
  private readonly idle = new Set<{ key: string; client: Client }>();

  /** An idle connection to the same addresses, or a new one. */
  take(origin: string, addresses: Address[]): Line {
    const key = [origin, ...addresses.map(({ address }) => address)].join(" ");
    const kept = [...this.idle].find((entry) => entry.key === key);
    const entry = kept ?? this.open(key, clientFor(origin, addresses));
    this.idle.delete(entry);
    return lineOf(entry.client, () => this.idle.add(entry));
  }

  private open(key: string, client: Client) {
    const entry = { key, client };
    client.on("disconnect", () => {
      if (this.idle.delete(entry)) client.destroy().catch(() => undefined);
    });
    return entry;
  }
}

/** The body as it arrives. The client buffers 64 KiB and stops reading the connection while the reader is behind. */
function streamOf(body: Readable, line: Line, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(new Uint8Array(value));
        } catch (error) {
          throw signal.aborted ? signal.reason : plainError(error);
        }
      },
      cancel: line.close,
    },
    { highWaterMark: 0 },
  );
}

function headersFrom(received: Dispatcher.ResponseData["headers"]): Headers {
  const headers = new Headers();
  try {
    for (const [name, values = []] of Object.entries(received))
      for (const value of [values].flat()) headers.append(name, value);
  } catch (cause) {
    throw new UnusableReply("has a header that HTTP does not allow", { cause });
  }
  return headers;
}

/** Why a reply cannot be passed on: HTTP has no such status, or its body is compressed although nothing asked for that. */
function faultOf(status: number, headers: Headers): string | null {
  if (status < 200 || status > 599) return `has the status ${status}, which HTTP does not have`;
  const coding = headers.get("content-encoding") ?? "identity";
  const plain = coding.trim() === "" || coding.toLowerCase() === "identity";
  return plain ? null : `is compressed (${coding.slice(0, 50)}), which Callscope did not ask for`;
}

function responseOf(reply: Dispatcher.ResponseData, line: Line, signal: AbortSignal): Response {
  const { statusCode: status, body } = reply;
  const headers = headersFrom(reply.headers);
  const fault = faultOf(status, headers);
  if (fault) throw new UnusableReply(fault);
  const empty = status === 204 || status === 205 || status === 304;
  if (empty) body.resume();
  return new Response(empty ? null : streamOf(body, line, signal), { status, headers });
}

/** The connection ended before the reply did. */
const isCut = (error: unknown): boolean =>
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.HTTPParserError && error.message.includes("Invalid EOF state"));

/** What the client reports in words of its own, as a sentence that says what the reply does. */
function plainError(error: unknown): unknown {
  if (error instanceof errors.SocketError && error.message === "bad upgrade")
    return new UnusableReply("changes the protocol, which Callscope did not ask for", { cause: error });
  if (error instanceof errors.SocketError && error.message === "bad response")
    return new UnusableReply("has the status 100, which Callscope did not ask for", { cause: error });
  if (isCut(error)) return new errors.SocketError("the connection was closed before the end of the reply");
  if (error instanceof errors.HeadersOverflowError || error instanceof errors.HTTPParserError)
    return new UnusableReply(`is not valid HTTP (${error.message})`, { cause: error });
  // Several addresses failed: Node's error has no message and holds one error for each.
  return error instanceof AggregateError && error.message === ""
    ? new Error(error.errors.map(({ message }: Error) => message).join("; "), { cause: error })
    : error;
}

/** As long as the body has not begun, a wrong length means that the headers contradict each other. */
const headError = (error: unknown): unknown =>
  error instanceof errors.ResponseContentLengthMismatchError
    ? new UnusableReply(`is not valid HTTP (${error.message})`, { cause: error })
    : plainError(error);

function headersOf(request: Request): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  delete headers.host;
  delete headers["content-length"];
  return { ...headers, "accept-encoding": "identity" };
}

/** Sends the request with this body over the line. Rejects with `UnusableReply`, the signal's reason or the network's error. */
export async function send(line: Line, request: Request, body: Uint8Array): Promise<Response> {
  const { signal, method } = request;
  const { pathname, search } = new URL(request.url);
  signal.addEventListener("abort", line.close, { once: true });
  const end = () => signal.removeEventListener("abort", line.close);
  try {
    const reply = await line.client.request({
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: headersOf(request),
      body: method === "GET" || method === "HEAD" ? null : body,
    });
    reply.body.on("end", line.done).on("error", line.close).on("close", end);
    return responseOf(reply, line, signal);
  } catch (error) {
    end();
    line.close();
    throw signal.aborted ? signal.reason : headError(error);
  }
}
