import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { sessionEvents } from "@/lib/server/routes/session-requests";
import { eventsQuerySchema } from "@/lib/wire/events";

export const dynamic = "force-dynamic";

export const GET = route(async (call) => sessionEvents(await services(), call), {
  query: eventsQuerySchema,
});
