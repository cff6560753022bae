import { config } from "@/lib/server/process/config";
import { refuseHost } from "./request-guard";

/** The plain-text refusal for a page requested with an unknown Host header; null when the page may be served. */
export function refusePage(request: Request): Response | null {
  const refusal = refuseHost(request.headers, config().hosts);
  return (
    refusal &&
    new Response(refusal.error, { status: refusal.status, headers: { "cache-control": "no-store" } })
  );
}
