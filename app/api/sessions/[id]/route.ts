import { route } from "@/lib/server/respond";
import { sessionSnapshot } from "@/lib/server/session-requests";

export const dynamic = "force-dynamic";

export const GET = route(({ id }) => sessionSnapshot(id));
