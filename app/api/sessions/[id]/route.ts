import { route } from "@/lib/server/http/respond";
import { sessionSnapshot } from "@/lib/server/routes/session-requests";

export const dynamic = "force-dynamic";

export const GET = route(({ id }) => sessionSnapshot(id));
