import { route } from "@/lib/server/http/respond";
import { findMends } from "@/lib/server/routes/fixes";
import { mendBodySchema } from "@/lib/wire/fixes";

export const POST = route(({ body }) => findMends(body), { body: mendBodySchema });
