import { answerBreaking } from "@/lib/server/breaking";
import { route } from "@/lib/server/respond";
import { breakingBodySchema } from "@/lib/wire/breaking";

export const POST = route(({ body }) => answerBreaking(body), { body: breakingBodySchema });
