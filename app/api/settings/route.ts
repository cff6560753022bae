import { json, route } from "@/lib/server/http/respond";
import { config } from "@/lib/server/process/config";
import type { Settings } from "@/lib/wire/service";

/** The settings of the server that the page needs to know; never a secret itself. */
export const GET = route(() => {
  const { anthropic, workerSecret, listensOnLoopback, version } = config();
  const settings: Settings = {
    anthropic_key: anthropic.apiKey !== null,
    worker_secret: workerSecret !== null,
    listens: listensOnLoopback ? "loopback" : "network",
    version,
  };
  return json(settings);
});
