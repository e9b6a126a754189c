import { operations } from "../../platform/http/operations.ts";
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
};
