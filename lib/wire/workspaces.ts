/** Bodies of `/api/workspaces`. */
import { z } from "zod";
import { workspaceSchema } from "../protocol/workspace";
import { nextSchema } from "./pages";

const revision = z.number().int().min(1).describe("The revision, from 1; each save adds one.");
const updatedAt = z.number().describe("Milliseconds since the epoch.");

export const storedWorkspaceSchema = z.object({
  id: z.string(),
  revision,
  updated_at: updatedAt,
  workspace: workspaceSchema,
});
export type StoredWorkspace = z.infer<typeof storedWorkspaceSchema>;

export const workspaceSummarySchema = z.object({
  id: z.string(),
  revision,
  updated_at: updatedAt,
  name: z.string(),
  tools: z.number().int().describe("The number of tools."),
});

export const workspaceListSchema = z.object({ items: z.array(workspaceSummarySchema), next: nextSchema });
export type WorkspaceList = z.infer<typeof workspaceListSchema>;

/** `revision` is the one that was edited. A newer revision is never overwritten. */
export const saveWorkspaceSchema = z.strictObject({ workspace: workspaceSchema, revision });
export type SaveWorkspace = z.infer<typeof saveWorkspaceSchema>;

/** The body of a 409: a newer revision was saved, and this is it. */
export const workspaceConflictSchema = z.object({
  error: z.string(),
  reason: z.literal("conflict"),
  current: storedWorkspaceSchema,
});
