import { route } from "@/lib/server/http/respond";
import { answerGenerate } from "@/lib/server/routes/generate";
import { generateBodySchema } from "@/lib/wire/generate";

export const POST = route(({ body, request }) => answerGenerate(body, request.signal), {
  body: generateBodySchema,
});
