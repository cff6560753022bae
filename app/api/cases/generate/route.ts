import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { answerGenerate } from "@/lib/server/routes/generate";
import { generateBodySchema } from "@/lib/wire/generate";

export const POST = route(async (call) => answerGenerate(await services(), call), {
  body: generateBodySchema,
});
