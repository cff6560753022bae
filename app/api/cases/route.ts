import { route } from "@/lib/server/http/respond";
import { answerCases } from "@/lib/server/routes/run-cases";
import { caseRunBodySchema } from "@/lib/wire/cases";

export const POST = route(({ body, request }) => answerCases(body, request.signal), {
  body: caseRunBodySchema,
});
