import { services } from "@/lib/server/compose";
import { route } from "@/lib/server/http/respond";
import { readWorkspace, removeWorkspace, saveWorkspace } from "@/lib/server/routes/workspaces";
import { saveWorkspaceSchema } from "@/lib/wire/workspaces";

export const GET = route(async ({ id }) => readWorkspace(await services(), id));

export const PUT = route(async ({ id, body }) => saveWorkspace(await services(), id, body), {
  body: saveWorkspaceSchema,
});

export const DELETE = route(async ({ id }) => removeWorkspace(await services(), id));
