import { route } from "@/lib/server/http/respond";
import { answerBreaking } from "@/lib/server/routes/counterexample";
import { breakingBodySchema } from "@/lib/wire/counterexample";

export const POST = route(({ body }) => answerBreaking(body), { body: breakingBodySchema });
