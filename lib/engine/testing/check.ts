/** Verdicts for engine tests: the real checker, in this thread. */
import type { CheckRequest, Verdict } from "../../protocol/verdict";
import { checkNow } from "../../schema/check";

export const check = (request: CheckRequest): Verdict => checkNow(request);
