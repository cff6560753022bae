import { services } from "@/lib/server/compose";
import { json, route } from "@/lib/server/http/respond";
import { check } from "@/lib/server/routes/check";
import { checkBodySchema } from "@/lib/wire/check";

export const POST = route(
  async ({ body }) => {
    return json(await check(await services(), body));
  },
  { body: checkBodySchema },
);
