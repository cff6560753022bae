import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { listSessions, startSession } from "@/lib/server/routes/session-requests";
import { sessionListQuerySchema, startSessionSchema } from "@/lib/wire/sessions";

export const dynamic = "force-dynamic";

export const GET = route(async (call) => listSessions(await services(), call), {
  query: sessionListQuerySchema,
});
export const POST = route(async (call) => startSession(await services(), call), {
  body: startSessionSchema,
});
