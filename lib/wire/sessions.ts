/** Bodies of `/api/sessions`. */
import { z } from "zod";
import type { ForkedFrom } from "@/lib/engine/log/facts";
import type { SessionStatus, Wait } from "@/lib/engine/state/status";
import { workspaceSchema } from "../protocol/workspace";
import { beforeParameter, limitParameter, nextSchema } from "./pages";
import { verdictStatusSchema } from "./verdicts";

const time = z.number().describe("Milliseconds since the epoch.");

export const startSessionSchema = z.strictObject({
  workspace: z
    .union([z.string(), workspaceSchema])
    .describe("The id of a stored workspace, or a whole workspace."),
  workspace_id: z
    .string()
    .optional()
    .describe("With a whole workspace: the id of the stored workspace it was edited from."),
  message: z.string().optional().describe("The first message; it starts the first turn."),
});
export type StartSession = z.infer<typeof startSessionSchema>;

export const startedSchema = z.object({ id: z.string() });
export type Started = z.infer<typeof startedSchema>;

export const sessionListQuerySchema = z.object({
  before: beforeParameter,
  limit: limitParameter,
  workspace: z.string().optional().describe("Only sessions of this stored workspace."),
});
export type SessionListQuery = z.infer<typeof sessionListQuerySchema>;

const originSchema: z.ZodType<ForkedFrom> = z.object({
  session_id: z.string().describe("The session it was forked from; it may have been deleted."),
  seq: z
    .number()
    .int()
    .describe("The last fact that both sessions share; 0 if it runs again from the start."),
  at: time.describe("The time in the origin that the fork goes back to, in milliseconds since the epoch."),
  edit: z.enum(["nothing", "model answer", "outcome", "decision"]),
  of: z
    .object({
      kind: z.enum(["call", "model", "decision"]),
      id: z.string(),
      name: z.string().describe("The name of the tool or model, or what the decision was about."),
      attempt: z.number().int().optional().describe("From 0."),
      to: z.string().optional().describe("The beginning of the replacement text."),
    })
    .optional()
    .describe("The point that the fork goes back to."),
  workspace: z.literal(true).optional().describe("Whether the fork uses another workspace from there on."),
});

const summaryShape = {
  id: z.string(),
  name: z.string(),
  workspace_id: z.string().nullable(),
  created_at: time,
  updated_at: time,
  seq: z.number().int().describe("The newest fact's number."),
  running: z.boolean().describe("False when nothing more happens until someone acts."),
  origin: originSchema.nullable().describe("Where it was forked from; null if it is not a fork."),
};

export const sessionSummarySchema = z.object({
  ...summaryShape,
  status: z.string().describe("As in the snapshot."),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const familySchema = z.object({
  items: z.array(sessionSummarySchema).describe("Oldest first."),
  more: z.boolean().describe("Whether sessions of a very large tree were left out."),
});
export type Family = z.infer<typeof familySchema>;

export const sessionListSchema = z.object({ items: z.array(sessionSummarySchema), next: nextSchema });
export type SessionList = z.infer<typeof sessionListSchema>;

const sessionStatus: z.ZodType<SessionStatus> = z.enum([
  "running",
  "waiting",
  "interrupted",
  "idle",
  "failed",
  "cancelled",
]);

const waitSchema: z.ZodType<Wait> = z.object({
  kind: z.enum(["model", "worker", "retry", "hold", "person", "client", "resume", "message"]),
  id: z.string().optional(),
  text: z.string(),
  until: z.number().optional().describe("When the wait ends by itself, in milliseconds since the epoch."),
});

const callSchema = z.object({
  id: z.string(),
  kind: z.enum(["tool_call", "llm_call"]),
  name: z.string().optional(),
  status: z.enum(["pending", "retry_scheduled", "completed", "failed", "voided"]),
  attempt: z.number().int().describe("From 0."),
  attempts_max: z.number().int(),
  verdict: verdictStatusSchema.optional(),
  result: z.string().optional(),
  error: z.string().optional(),
});

export const snapshotSchema = z.object({
  ...summaryShape,
  status: sessionStatus,
  turn: z.object({ id: z.string(), status: z.enum(["running", "done", "failed", "cancelled"]) }).nullable(),
  interrupt: z.object({ id: z.string(), reason: z.string() }).nullable(),
  waits: z.array(waitSchema).describe("What the session is waiting for."),
  calls: z.array(callSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
