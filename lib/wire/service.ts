/** Bodies of `/api/health` and `/api/settings`. */
import { z } from "zod";

export const healthSchema = z.object({
  ok: z.literal(true),
  version: z.string(),
  store: z.string().describe("The database's kind and version."),
  running: z.number().int().describe("Sessions under way."),
});
export type Health = z.infer<typeof healthSchema>;

export const settingsSchema = z.object({
  anthropic_key: z.boolean().describe("Whether the server has a key of its own."),
  worker_secret: z.boolean().describe("Whether the server signs its requests to workers by itself."),
  listens: z.enum(["loopback", "network"]).describe("Who can reach the server."),
  version: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;
