/** The limits of OpenAI's API. */
import type { ProviderLimits } from "./provider-limits";

export const OPENAI = {
  name: "OpenAI",
  toolName: { characters: "a-zA-Z0-9_-", longest: 64 },
  refusedAtRoot: [],
} as const satisfies ProviderLimits;
