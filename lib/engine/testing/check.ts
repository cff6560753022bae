/** Verdicts for engine tests: the real checker, in this thread. */

import { checkNow } from "@/lib/schema/verdict/check";
import type { CheckRequest, Verdict } from "../../protocol/verdict";

export const check = (request: CheckRequest): Verdict => checkNow(request);
