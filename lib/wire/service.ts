/** Bodies of `/api/health` and `/api/settings`. */
import { z } from "zod";

export const healthSchema = z.object({
  ok: z.literal(true),
  version: z.string(),
  store: z.string().describe("The database's name and version."),
  running: z.number().int().describe("The number of running sessions."),
});
export type Health = z.infer<typeof healthSchema>;

export const settingsSchema = z.object({
  anthropic_key: z.boolean().describe("Whether the server has its own key."),
  worker_secret: z.boolean().describe("Whether the server has a secret for signing requests to workers."),
  listens: z.enum(["loopback", "network"]).describe("Who can reach the server."),
  version: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;
