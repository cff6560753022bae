import { readCaseFile } from "@/lib/server/case-file";
import { route } from "@/lib/server/respond";
import { caseFileBodySchema } from "@/lib/wire/cases";

export const POST = route(({ body }) => readCaseFile(body), { body: caseFileBodySchema });
