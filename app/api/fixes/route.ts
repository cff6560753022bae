import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { findFixes } from "@/lib/server/routes/fixes";
import { fixesBodySchema } from "@/lib/wire/fixes";

export const POST = route(async ({ body }) => findFixes(await services(), body), { body: fixesBodySchema });
