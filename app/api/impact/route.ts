import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { answerImpact } from "@/lib/server/routes/impact";
import { impactBodySchema } from "@/lib/wire/impact";

export const POST = route(async (call) => answerImpact(await services(), call), {
  body: impactBodySchema,
});
