/** The two texts of a tool call that a schema is for: its arguments go in, its result comes out. */
export type Side = "input" | "output";

/** Names one side of one tool, for what the page keeps about it. */
export const sideKey = (toolKey: string, side: Side): string => `${toolKey}/${side}`;
