import { operations, projectGrant } from "../platform/http/operations.ts";
import { readConfig } from "./service.ts";
import { endViewAs, startViewAs } from "./view-as.ts";

export const sessionRoutes = {
  getConfig: operations.session.getConfig.handler(({ context, input }) =>
    readConfig(context, { accountId: input.account_id, projectId: input.project_id }),
  ),
  startViewAs: operations.session.startViewAs.handler(async ({ context, input }) => {
    await startViewAs(context, projectGrant(context), input.role_id);
    return { message: "You are viewing as this role." };
  }),
  endViewAs: operations.session.endViewAs.handler(async ({ context }) => {
    await endViewAs(context);
    return { message: "You are yourself again." };
  }),
};
