/** Bodies of `/api/workspaces`. */
import { z } from "zod";
import { workspaceSchema } from "../protocol/workspace";
import { nextSchema } from "./pages";

const revision = z.number().int().min(1).describe("From 1, raised by one with each save.");
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
  tools: z.number().int().describe("How many tools it has."),
});

export const workspaceListSchema = z.object({ items: z.array(workspaceSummarySchema), next: nextSchema });
export type WorkspaceList = z.infer<typeof workspaceListSchema>;

/** The revision is the one that was edited: a newer one is never overwritten. */
export const saveWorkspaceSchema = z.strictObject({ workspace: workspaceSchema, revision });
export type SaveWorkspace = z.infer<typeof saveWorkspaceSchema>;

/** 409: someone saved a newer revision; here it is. */
export const workspaceConflictSchema = z.object({
  error: z.string(),
  reason: z.literal("conflict"),
  current: storedWorkspaceSchema,
});
