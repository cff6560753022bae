import { answerGenerate } from "@/lib/server/generate";
import { route } from "@/lib/server/respond";
import { generateBodySchema } from "@/lib/wire/generate";

export const POST = route(({ body, request }) => answerGenerate(body, request.signal), {
  body: generateBodySchema,
});
