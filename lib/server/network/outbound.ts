/**
 * The fetch that models and workers are called with. The person names those addresses, so they may be anything: this
 * keeps them from reaching what nobody means to call, and from being sent on to it.
 */
import { lookup as dnsLookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isForbiddenAddress, isMetadataName } from "./addresses";

export interface OutboundRules {
  /** Nobody but this machine reaches the app: then any other address is fine. */
  listensOnLoopback: boolean;
  /** `host` or `host:port` in lower case: what may be called when others do reach the app. */
  allow: readonly string[];
}

interface Address {
  address: string;
  family: number;
}

/** All addresses of a name; replaced in tests. */
export type Resolve = (name: string) => Promise<Address[]>;

export type Fetch = typeof fetch;

/**
 * Thrown instead of a call that the rules forbid; the message says which and what to do.
 * @internal exported for its test
 */
export class OutboundRefused extends Error {
  override name = "OutboundRefused";
}

/**
 * Thrown for an answer that cannot be read; the message goes on from "the answer".
 * @internal exported for its test
 */
export class UnusableAnswer extends Error {
  override name = "UnusableAnswer";
}

/** Idle connections are dropped before a server with Node's default of 5 s would do so, in milliseconds. */
const IDLE_LIMIT = 4000;
const BUFFER_BYTES = 64 * 1024;

const AGENTS = {
  "http:": new http.Agent({ keepAlive: true, timeout: IDLE_LIMIT }),
  "https:": new https.Agent({ keepAlive: true, timeout: IDLE_LIMIT }),
};

const systemResolve: Resolve = (name) => dnsLookup(name, { all: true });

const nameOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

function refuseByRules(url: URL, { listensOnLoopback, allow }: OutboundRules): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundRefused(`Callscope calls only http and https addresses, not ${url.protocol}`);
  if (isMetadataName(url.hostname))
    throw new OutboundRefused(
      `Callscope never calls ${url.hostname}: it is a cloud machine's metadata service.`,
    );
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (listensOnLoopback || allow.includes(url.hostname) || allow.includes(`${url.hostname}:${port}`)) return;
  throw new OutboundRefused(
    `Callscope may not call ${url.host}: others can reach this server, so its operator must list that host in CALLSCOPE_ALLOW.`,
  );
}

/** An address that carries a name and a password is refused before it stands in an error's text. */
function refuseCredentials(input: string | URL | Request): void {
  const text = input instanceof Request ? input.url : String(input);
  if (!URL.canParse(text)) return;
  const { username, password, host } = new URL(text);
  if (username !== "" || password !== "")
    throw new OutboundRefused(
      `Callscope calls no address that carries a name or a password: take them out of the one at ${host}.`,
    );
}

/** The addresses to connect to, all of them checked: a name with one forbidden address is refused as a whole. */
async function checkedAddresses(url: URL, resolve: Resolve): Promise<Address[]> {
  const name = nameOf(url);
  const family = isIP(name);
  const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
  const forbidden = addresses.find(({ address }) => isForbiddenAddress(address));
  if (!forbidden) return addresses;
  const what = family === 0 ? `${name} (${forbidden.address})` : name;
  throw new OutboundRefused(
    `Callscope never calls ${what}: link-local, metadata, multicast and unspecified addresses are refused.`,
  );
}

/** A lookup that knows only the checked addresses: the name is not asked for a second time. */
const pinned =
  (addresses: Address[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
    else done(new Error("The name has no address."), "", 0);
  };

/**
 * The body as it arrives: reading is paused while the reader is behind. A message may still end or fail after its reader
 * has left or the other of the two has happened.
 */
function streamOf(message: http.IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  let open = true;
  const once = (end: () => void) => {
    if (open) end();
    open = false;
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.on("data", (chunk: Buffer) => {
          if (!open) return;
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) message.pause();
        });
        message.on("end", () => once(() => controller.close()));
        message.on("error", (error) =>
          once(() => controller.error(signal.aborted ? signal.reason : plainError(error))),
        );
      },
      pull: () => void message.resume(),
      cancel: () => once(() => message.destroy()),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
}

function headersFrom({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers();
  try {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  } catch (cause) {
    throw new UnusableAnswer("has a header that is none", { cause });
  }
  return headers;
}

/** Why an answer cannot be handed on: its status is none, or its body is coded though none of that was asked for. */
function faultOf(status: number, headers: Headers): string | null {
  if (status < 200 || status > 599) return `has the status ${status}, which HTTP does not have`;
  const coding = headers.get("content-encoding") ?? "identity";
  const plain = coding.trim() === "" || coding.toLowerCase() === "identity";
  return plain ? null : `is compressed (${coding.slice(0, 50)}), which Callscope did not ask for`;
}

function responseOf(message: http.IncomingMessage, signal: AbortSignal): Response {
  const status = message.statusCode ?? 0;
  const headers = headersFrom(message);
  const fault = faultOf(status, headers);
  if (fault) throw new UnusableAnswer(fault);
  const empty = status === 204 || status === 205 || status === 304;
  if (empty) message.resume();
  return new Response(empty ? null : streamOf(message, signal), {
    status,
    headers,
  });
}

function headersOf(request: Request, body: Uint8Array): http.OutgoingHttpHeaders {
  const headers: http.OutgoingHttpHeaders = Object.fromEntries(request.headers);
  delete headers.host;
  delete headers["content-length"];
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return { ...headers, "accept-encoding": "identity", ...(hasBody ? { "content-length": body.length } : {}) };
}

/**
 * When several addresses fail Node gives an error without a message that holds one of each. Its codes HPE_… are those of
 * a text that is no HTTP.
 */
function plainError(error: Error): Error {
  if ("code" in error && String(error.code).startsWith("HPE_"))
    return new UnusableAnswer(`is no HTTP that can be read (${error.message})`, { cause: error });
  return error instanceof AggregateError && error.message === ""
    ? new Error(error.errors.map(({ message }: Error) => message).join("; "), { cause: error })
    : error;
}

function send(request: Request, body: Uint8Array, addresses: Address[]): Promise<Response> {
  const url = new URL(request.url);
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const call = (secure ? https : http).request(url, {
      method: request.method,
      headers: headersOf(request, body),
      agent: AGENTS[secure ? "https:" : "http:"],
      lookup: pinned(addresses),
    });
    let answer: http.IncomingMessage | undefined;
    const abort = () => call.destroy(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    call.once("close", () => {
      signal.removeEventListener("abort", abort);
      reject(new Error("The connection was closed without an answer."));
    });
    call.on("error", (error) => {
      reject(plainError(error));
      answer?.destroy(plainError(error));
    });
    call.once("upgrade", (_message, socket) => {
      socket.destroy();
      reject(new UnusableAnswer("changes the protocol, which Callscope did not ask for"));
    });
    call.once("response", (message) => {
      answer = message;
      try {
        resolve(responseOf(message, signal));
      } catch (error) {
        call.destroy();
        reject(error);
      }
    });
    call.end(body);
  });
}

/** Settles as `promise` does, or rejects with the signal's reason as soon as that is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * A fetch under the given rules. Differs from the platform's: redirects come back as they are and are never followed,
 * the name is resolved once and the connection goes to the checked address, nothing is decompressed (none is asked
 * for). Rejects with `OutboundRefused`, with `UnusableAnswer`, with the signal's reason, or with the network's error.
 */
export function guardedFetch(rules: OutboundRules, resolve: Resolve = systemResolve): Fetch {
  return async (input, init) => {
    refuseCredentials(input);
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    refuseByRules(url, rules);
    const addresses = await unlessAborted(checkedAddresses(url, resolve), request.signal);
    const body = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    return send(request, body, addresses);
  };
}
