import { route } from "@/lib/server/http/respond";
import { commandSession } from "@/lib/server/routes/session-requests";
import { commandSchema } from "@/lib/wire/commands";

export const dynamic = "force-dynamic";

export const POST = route(({ id, body, request }) => commandSession(id, body, request.headers), {
  body: commandSchema,
});
