import { route } from "@/lib/server/http/respond";
import { readCaseFile } from "@/lib/server/routes/case-file";
import { caseFileBodySchema } from "@/lib/wire/cases";

export const POST = route(({ body }) => readCaseFile(body), { body: caseFileBodySchema });
