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
  workspace_id: z.string().optional().describe("With a whole workspace: the stored one it is a state of."),
  message: z.string().optional().describe("Begins the first turn."),
});
export type StartSession = z.infer<typeof startSessionSchema>;

export const startedSchema = z.object({ id: z.string() });
export type Started = z.infer<typeof startedSchema>;

export const sessionListQuerySchema = z.object({
  before: beforeParameter,
  limit: limitParameter,
  workspace: z.string().optional().describe("Only sessions of the stored workspace with this id."),
});
export type SessionListQuery = z.infer<typeof sessionListQuerySchema>;

const originSchema: z.ZodType<ForkedFrom> = z.object({
  session_id: z.string().describe("It may be gone."),
  seq: z.number().int().describe("The newest fact that both share; 0: it runs from the start again."),
  at: time.describe("The moment in the origin that it went back to, milliseconds since the epoch."),
  edit: z.enum(["nothing", "model answer", "outcome", "decision"]),
  of: z
    .object({
      kind: z.enum(["call", "model", "decision"]),
      id: z.string(),
      name: z.string().describe("Of the tool or the model; of a decision what it was about."),
      attempt: z.number().int().optional().describe("From 0."),
      to: z.string().optional().describe("The beginning of what was given in place of what was recorded."),
    })
    .optional()
    .describe("What it went back to."),
  workspace: z.literal(true).optional().describe("Another workspace applies from there on."),
});

const summaryShape = {
  id: z.string(),
  name: z.string(),
  workspace_id: z.string().nullable(),
  created_at: time,
  updated_at: time,
  seq: z.number().int().describe("The newest fact's number."),
  running: z.boolean().describe("False once nothing is due any more until somebody acts."),
  origin: originSchema.nullable().describe("What it was forked from; null: it is no fork."),
};

export const sessionSummarySchema = z.object({
  ...summaryShape,
  status: z.string().describe("As in the snapshot."),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const familySchema = z.object({
  items: z.array(sessionSummarySchema).describe("Oldest first."),
  more: z.boolean().describe("Whether some of a very large tree were left out."),
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
  until: z.number().optional().describe("When the wait ends by itself, milliseconds since the epoch."),
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
  waits: z.array(waitSchema).describe("What the session waits for now."),
  calls: z.array(callSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
