import { operations, projectGround } from "../platform/operations.ts";
import { inviteUser } from "./invite.ts";
import { listRoles, listUsers, removeUser } from "./service.ts";

export const userRoutes = {
  listRoles: operations.users.listRoles.handler(async ({ context }) => ({
    data: await listRoles(context, projectGround(context).accountId),
  })),
  listUsers: operations.users.listUsers.handler(({ context, input }) =>
    listUsers(context, projectGround(context), {
      page: input.page,
      perPage: input.per_page,
      search: input.search || null,
    }),
  ),
  inviteUser: operations.users.inviteUser.handler(async ({ context, input }) => {
    const { user, invited } = await inviteUser(context, projectGround(context), {
      email: input.email,
      roleId: input.role_id,
    });
    return { message: invited ? `${user.email} is invited.` : `${user.email} is added to the project.`, user };
  }),
  removeUser: operations.users.removeUser.handler(async ({ context, input }) => {
    await removeUser(context, projectGround(context), input.user_id);
    return { message: "User is removed from the project." };
  }),
};
