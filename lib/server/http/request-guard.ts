/** Who may talk to the app: pages of its own, under a name it is known by. No login stands behind this. */
import type { HttpRefusal } from "./http-refusal";

/** `name`, `name:port`, `[v6]`, `[v6]:port`. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/;

const nameOf = (host: string): string | null => HOST.exec(host)?.[1] ?? null;

/** Refuses a request whose Host is no name of ours: what a rebound DNS name would send. Any port is fine. */
export function refuseHost(headers: Headers, hosts: readonly string[]): HttpRefusal | null {
  const name = nameOf((headers.get("host") ?? "").toLowerCase());
  if (name !== null && hosts.includes(name)) return null;
  return {
    status: 403,
    reason: "unknown_host",
    error: `Callscope does not serve the host ${JSON.stringify(name ?? "")}. If that is its name, list it in CALLSCOPE_HOSTS.`,
  };
}

/** Whether an Origin names the host that the request went to; the scheme may differ behind a proxy that ends TLS. */
function isOwn(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  const own = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === from;
}

/** Refuses what a page of another site sends, reads included. A program that is no browser sends neither header. */
export function refuseOrigin(headers: Headers): HttpRefusal | null {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const ownOrigin = origin === null || isOwn(origin, headers.get("host") ?? "");
  const ownSite = site === null || site === "same-origin" || site === "none";
  if (ownOrigin && ownSite) return null;
  return {
    status: 403,
    reason: "forbidden_origin",
    error: "Callscope answers only to its own page and to programs, not to pages of other sites.",
  };
}
