import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { commandSession } from "@/lib/server/routes/session-requests";
import { commandSchema } from "@/lib/wire/commands";

export const dynamic = "force-dynamic";

export const POST = route(async (call) => commandSession(await services(), call), {
  body: commandSchema,
});
