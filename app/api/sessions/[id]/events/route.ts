import { route } from "@/lib/server/http/respond";
import { sessionEvents } from "@/lib/server/routes/session-requests";
import { eventsQuerySchema } from "@/lib/wire/events";

export const dynamic = "force-dynamic";

export const GET = route(({ id, request, query }) => sessionEvents(id, request, query), {
  query: eventsQuerySchema,
});
