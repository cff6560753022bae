import { route } from "@/lib/server/http/respond";
import { findFixes } from "@/lib/server/routes/fixes";
import { fixesBodySchema } from "@/lib/wire/fixes";

export const POST = route(({ body }) => findFixes(body), { body: fixesBodySchema });
