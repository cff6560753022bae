import type { ErrorCode } from "./messages";

/** All error codes of the protocol, for select lists. */
export const errorCodes: ErrorCode[] = Object.keys({
  provider_error: true,
  rate_limited: true,
  refused: true,
  budget_exceeded: true,
  deadline_exceeded: true,
} satisfies Record<ErrorCode, true>) as ErrorCode[];
