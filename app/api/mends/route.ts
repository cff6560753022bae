import { findMends } from "@/lib/server/mends";
import { route } from "@/lib/server/respond";
import { mendBodySchema } from "@/lib/wire/mends";

export const POST = route(({ body }) => findMends(body), { body: mendBodySchema });
