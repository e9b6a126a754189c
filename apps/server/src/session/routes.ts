import { operations } from "../platform/operations.ts";
import { readConfig } from "./service.ts";

export const sessionRoutes = {
  getConfig: operations.session.getConfig.handler(({ context, input }) =>
    readConfig(context, { accountId: input.account_id, projectId: input.project_id }),
  ),
};
