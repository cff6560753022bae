import { services } from "@/lib/server/compose";
import { json, route } from "@/lib/server/http/respond";
import type { Health } from "@/lib/wire/service";

export const GET = route(async () => {
  const { config, store, sessions } = await services();
  const health: Health = {
    ok: true,
    version: config.version,
    store: await store.describe(),
    running: sessions.running,
  };
  return json(health);
});
