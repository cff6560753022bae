import { route } from "@/lib/server/respond";
import { answerCases } from "@/lib/server/run-cases";
import { caseRunBodySchema } from "@/lib/wire/cases";

export const POST = route(({ body, request }) => answerCases(body, request.signal), {
  body: caseRunBodySchema,
});
