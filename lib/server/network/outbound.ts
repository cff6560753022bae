/**
 * The fetch that models and workers are called with. People type those addresses, so they can be anything: this keeps
 * requests away from addresses that nobody means to call, and from being redirected to them.
 */
import { lookup as dnsLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { OutboundRefused } from "@/lib/protocol/outgoing";
import { unlessAborted } from "@/lib/util/abort";
import { isForbiddenAddress, isMetadataName } from "./addresses";
import { type Address, Connections, send } from "./http-client";

export interface OutboundRules {
  /** Nobody but this machine reaches the app: then any other address is fine. */
  listensOnLoopback: boolean;
  /** `host` or `host:port` in lower case: what may be called when others do reach the app. */
  allow: readonly string[];
}

/** All addresses of a name; replaced in tests. */
export type Resolve = (name: string) => Promise<Address[]>;

export type Fetch = typeof fetch;

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

/**
 * A fetch under the given rules. Differs from the platform's: redirects come back as they are and are never followed,
 * the name is resolved once and the connection goes to the checked address, nothing is decompressed (none is asked
 * for). Rejects with `OutboundRefused`, with `UnusableReply`, with the signal's reason, or with the network's error.
 */
export function guardedFetch(rules: OutboundRules, resolve: Resolve = systemResolve): Fetch {
  const connections = new Connections();
  return async (input, init) => {
    refuseCredentials(input);
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    refuseByRules(url, rules);
    const addresses = await unlessAborted(checkedAddresses(url, resolve), request.signal);
    const body = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    return send(connections.take(url.origin, addresses), request, body);
  };
}
