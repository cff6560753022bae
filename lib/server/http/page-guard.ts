import { config } from "@/lib/server/process/config";
import { refuseHost } from "./request-guard";

/** The answer to a request for a page that came under an unknown Host, in plain words; null when it may be served. */
export function refusePage(request: Request): Response | null {
  const refusal = refuseHost(request.headers, config().hosts);
  return (
    refusal &&
    new Response(refusal.error, { status: refusal.status, headers: { "cache-control": "no-store" } })
  );
}
