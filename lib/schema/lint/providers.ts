import { ANTHROPIC } from "./anthropic";
import { OPENAI } from "./openai";
import type { ProviderLimits } from "./provider-limits";

/** The providers whose limits are checked, in the order in which notes name them. */
export const PROVIDERS: readonly ProviderLimits[] = [ANTHROPIC, OPENAI];
