/** Bodies of `GET /api/sessions/:id/events`. As an event stream its frames are those of frames.ts. */
import { z } from "zod";
import type { Fact } from "@/lib/engine/log/facts";

export const eventsQuerySchema = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("Only facts behind this number. The header Last-Event-ID goes before it."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      "How many at most, as JSON only. One answer carries 20,000 facts or about 8 MB at most: `next` tells whether there is more.",
    ),
});
export type EventsQuery = z.infer<typeof eventsQuerySchema>;

/** A fact on the wire. What else it has depends on its type. */
export const factSchema = z.looseObject({
  seq: z.number().int().describe("From 1, without gaps."),
  at: z.number().describe("Milliseconds since the epoch."),
  turn_id: z.string().optional(),
  type: z.string().describe("In the past tense: tool.call.requested, input.classified, …"),
});

export const eventsSchema = z.object({
  events: z.array(factSchema),
  next: z.number().nullable().describe("Hand this in as `after` for what follows; null at the end."),
});
export interface Events {
  events: Fact[];
  next: number | null;
}
