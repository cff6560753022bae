import { answerImpact } from "@/lib/server/impact";
import { route } from "@/lib/server/respond";
import { impactBodySchema } from "@/lib/wire/impact";

export const POST = route(({ body, request }) => answerImpact(body, request), {
  body: impactBodySchema,
});
