import { services } from "@/lib/server/compose";
import { json, route } from "@/lib/server/http/respond";
import { runCases } from "@/lib/server/routes/run-cases";
import { caseRunBodySchema } from "@/lib/wire/cases";

export const POST = route(
  async ({ body, request }) => json(await runCases(await services(), body, request.signal)),
  { body: caseRunBodySchema },
);
