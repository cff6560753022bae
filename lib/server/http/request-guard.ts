/** Decides which requests are answered: those from Callscope's own page and from programs, for a known host. There is no login. */
import type { HttpRefusal } from "./http-refusal";

/** `name`, `name:port`, `[v6]`, `[v6]:port`. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/;

const nameOf = (host: string): string | null => HOST.exec(host)?.[1] ?? null;

/** Refuses a request with an unknown Host header, such as one from a rebound DNS name. Any port is allowed. */
export function refuseHost(headers: Headers, hosts: readonly string[]): HttpRefusal | null {
  const name = nameOf((headers.get("host") ?? "").toLowerCase());
  if (name !== null && hosts.includes(name)) return null;
  return {
    status: 403,
    reason: "unknown_host",
    error: `Callscope does not serve the host ${JSON.stringify(name ?? "")}. If this server has that name, add it to CALLSCOPE_HOSTS.`,
  };
}

/** Whether an Origin names the host of the request; the scheme may differ behind a proxy that terminates TLS. */
function isOwn(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  const own = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === from;
}

/** Refuses requests from pages of other sites, including reads. Programs other than browsers send neither header. */
export function refuseOrigin(headers: Headers): HttpRefusal | null {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const ownOrigin = origin === null || isOwn(origin, headers.get("host") ?? "");
  const ownSite = site === null || site === "same-origin" || site === "none";
  if (ownOrigin && ownSite) return null;
  return {
    status: 403,
    reason: "forbidden_origin",
    error: "Callscope answers only its own page and programs, not pages of other sites.",
  };
}
