/** Bodies of `GET /api/sessions/:id/events`. The frames of the event stream are in frames.ts. */
import { z } from "zod";
import type { Fact } from "@/lib/engine/log/facts";

export const eventsQuerySchema = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("Only facts with a higher `seq`. The header Last-Event-ID takes precedence."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      "The maximum number of facts, for JSON only. A response carries up to 20,000 facts or about 8 MB; `next` says whether there are more.",
    ),
});
export type EventsQuery = z.infer<typeof eventsQuerySchema>;

/** A fact on the wire. Its other members depend on its type. */
export const factSchema = z.looseObject({
  seq: z.number().int().describe("From 1, without gaps."),
  at: z.number().describe("Milliseconds since the epoch."),
  turn_id: z.string().optional(),
  type: z.string().describe("In the past tense: tool.call.requested, input.classified, …"),
});

export const eventsSchema = z.object({
  events: z.array(factSchema),
  next: z.number().nullable().describe("Pass this as `after` to read on; null at the end."),
});
export interface Events {
  events: Fact[];
  next: number | null;
}
