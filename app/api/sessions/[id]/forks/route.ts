import { route } from "@/lib/server/http/respond";
import { forkSession, sessionFamily } from "@/lib/server/routes/session-requests";
import { forkBodySchema } from "@/lib/wire/forks";

export const dynamic = "force-dynamic";

export const GET = route(({ id }) => sessionFamily(id));

export const POST = route(({ id, body, request }) => forkSession(id, body, request.headers), {
  body: forkBodySchema,
});
