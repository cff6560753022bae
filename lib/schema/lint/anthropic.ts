/** The limits of Anthropic's Messages API. */
import type { ProviderLimits } from "./provider-limits";

export const ANTHROPIC = {
  name: "Anthropic",
  toolName: { characters: "a-zA-Z0-9_-", longest: 128 },
  memberName: { characters: "a-zA-Z0-9_.-", longest: 64 },
  refusedAtRoot: ["oneOf", "anyOf", "allOf"],
} as const satisfies ProviderLimits;
