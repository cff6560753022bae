import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { forkSession, sessionFamily } from "@/lib/server/routes/session-requests";
import { forkBodySchema } from "@/lib/wire/forks";

export const dynamic = "force-dynamic";

export const GET = route(async (call) => sessionFamily(await services(), call));

export const POST = route(async (call) => forkSession(await services(), call), {
  body: forkBodySchema,
});
