import { operations } from "../../platform/http/operations.ts";
import { previewMove } from "./move-preview.ts";
import { moveProject } from "./move.ts";
import { listInstallationProjects } from "./projects.ts";

/** What superusers see of projects. */
export const installationProjectRoutes = {
  listInstallationProjects: operations.advanced.listInstallationProjects.handler(({ context, input }) =>
    listInstallationProjects(context, {
      page: input.page,
      perPage: input.per_page,
      search: input.search || null,
      account: input.account,
    }),
  ),
  previewProjectMove: operations.advanced.previewProjectMove.handler(async ({ context, input }) => ({
    data: await previewMove(context, input.project_id, input.account_id),
  })),
  moveProject: operations.advanced.moveProject.handler(async ({ context, input }) => {
    await moveProject(context, input.project_id, { accountId: input.account_id, reason: input.reason });
    return { message: "Project is moved." };
  }),
};
