import { operations, projectGrant } from "../platform/http/operations.ts";
import { endActing, startActing } from "./acting.ts";
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
  actAsPerson: operations.session.actAsPerson.handler(async ({ context, input }) => {
    await startActing(context, input.user_id, { reason: input.reason, writes: false });
    return { message: "You act as this person, read-only." };
  }),
  actAsPersonWriting: operations.session.actAsPersonWriting.handler(async ({ context, input }) => {
    await startActing(context, input.user_id, { reason: input.reason, writes: true });
    return { message: "You act as this person." };
  }),
  endActing: operations.session.endActing.handler(async ({ context }) => {
    await endActing(context);
    return { message: "You are yourself again." };
  }),
  endViewAs: operations.session.endViewAs.handler(async ({ context }) => {
    await endViewAs(context);
    return { message: "You are yourself again." };
  }),
};
