import { services } from "@/lib/server/compose";
import { json, route } from "@/lib/server/http/respond";
import { createWorkspace } from "@/lib/server/routes/workspaces";
import { listQuerySchema } from "@/lib/wire/pages";
import { saveWorkspaceSchema } from "@/lib/wire/workspaces";

export const GET = route(
  async ({ query }) => {
    const { store } = await services();
    return json(await store.workspaces.list(query));
  },
  { query: listQuerySchema },
);

export const POST = route(async ({ body }) => createWorkspace(await services(), body), {
  body: saveWorkspaceSchema.shape.workspace,
});
