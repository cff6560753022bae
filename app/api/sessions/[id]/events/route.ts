import { route } from "@/lib/server/respond";
import { sessionEvents } from "@/lib/server/session-requests";
import { eventsQuerySchema } from "@/lib/wire/events";

export const dynamic = "force-dynamic";

export const GET = route(({ id, request, query }) => sessionEvents(id, request, query), {
  query: eventsQuerySchema,
});
