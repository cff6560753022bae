import { route } from "@/lib/server/http/respond";
import { answerImpact } from "@/lib/server/routes/impact";
import { impactBodySchema } from "@/lib/wire/impact";

export const POST = route(({ body, request }) => answerImpact(body, request), {
  body: impactBodySchema,
});
