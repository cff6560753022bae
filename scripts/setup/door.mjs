/** Refuses requests that the framework would answer by itself, unchecked, before the app sees them. */

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Whether the target of a request is an address of this server in readable characters only. */
function isReadable(target) {
  if (!target.startsWith("/")) return false;
  try {
    decodeURIComponent(target.split("?", 1)[0]);
    return true;
  } catch {
    return false;
  }
}

/** Why a request is refused, as lib/server/http/request-guard.ts has it; null when it may pass. */
function refusalOf({ method, url, headers }) {
  if (!METHODS.has(method))
    return {
      status: 405,
      reason: "unknown_method",
      error: `Callscope does not support the method ${method}.`,
    };
  if (!isReadable(url))
    return { status: 400, reason: "bad_address", error: "Callscope cannot read this address." };
  return globalThis[Symbol.for("callscope.door")]?.(headers.host ?? "") ?? null;
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  connection: "close",
};

/** Answers a request that must not pass, and returns whether it did. */
export function refused(request, response) {
  const refusal = refusalOf(request);
  if (!refusal) return false;
  const { status, reason, error } = refusal;
  const isApi = request.url.startsWith("/api/");
  const type = isApi ? "application/json" : "text/plain; charset=utf-8";
  response.writeHead(status, { ...HEADERS, "content-type": type });
  response.end(isApi ? JSON.stringify({ error, reason }) : error);
  return true;
}
