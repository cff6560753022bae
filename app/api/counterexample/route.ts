import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { answerCounterexample } from "@/lib/server/routes/counterexample";
import { counterexampleBodySchema } from "@/lib/wire/counterexample";

export const POST = route(async ({ body }) => answerCounterexample(await services(), body), {
  body: counterexampleBodySchema,
});
