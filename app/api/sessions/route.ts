import { route } from "@/lib/server/http/respond";
import { listSessions, startSession } from "@/lib/server/routes/session-requests";
import { sessionListQuerySchema, startSessionSchema } from "@/lib/wire/sessions";

export const dynamic = "force-dynamic";

export const GET = route(({ query }) => listSessions(query), { query: sessionListQuerySchema });
export const POST = route(({ body, request }) => startSession(body, request.headers), {
  body: startSessionSchema,
});
