/** Breakpoints hold a decision before it goes to the worker, and again before its answer is applied. */
import { z } from "zod";

export const breakpointSchema = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("decision") }).describe("Every decision."),
  z
    .strictObject({ on: z.literal("tool"), name: z.string() })
    .describe("Decisions about calls of one tool: to run it, and once it has ended."),
  z
    .strictObject({
      on: z.literal("verdict"),
      verdict: z.enum(["invalid", "malformed", "unchecked", "unknown tool"]),
    })
    .describe("A call whose arguments got that verdict, or whose tool nobody declared."),
  z.strictObject({ on: z.literal("output rejected") }).describe("A result that broke the output schema."),
  z.strictObject({ on: z.literal("retry") }).describe("A further attempt of a tool call, once it is due."),
  z
    .strictObject({ on: z.literal("turn end") })
    .describe("A decision whose proposal or answer ends the turn."),
]);
export type Breakpoint = z.infer<typeof breakpointSchema>;

/** More would be a mistake: there are fewer things to stop at. */
export const breakpointsSchema = z.array(breakpointSchema).max(200);
