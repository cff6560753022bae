import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { sessionSnapshot } from "@/lib/server/routes/session-requests";

export const dynamic = "force-dynamic";

export const GET = route(async (call) => sessionSnapshot(await services(), call));
