import { route } from "@/lib/server/http/respond";
import { answerCounterexample } from "@/lib/server/routes/counterexample";
import { counterexampleBodySchema } from "@/lib/wire/counterexample";

export const POST = route(({ body }) => answerCounterexample(body), { body: counterexampleBodySchema });
