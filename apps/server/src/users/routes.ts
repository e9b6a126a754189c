import { operations, projectGround } from "../platform/operations.ts";
import { inviteUser, listInvitations, resendInvitation, withdrawInvitation } from "./invite.ts";
import { listRoles, listUsers, removeUser, setRole } from "./service.ts";

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
    const wanted = { email: input.email, roleId: input.role_id };
    const invitation = await inviteUser(context, projectGround(context), wanted);
    return { message: `${invitation.email} is invited.`, invitation };
  }),
  listInvitations: operations.users.listInvitations.handler(async ({ context }) => ({
    data: await listInvitations(context, projectGround(context)),
  })),
  resendInvitation: operations.users.resendInvitation.handler(async ({ context, input }) => {
    const invitation = await resendInvitation(context, projectGround(context), input.invitation_id);
    return { message: `The invitation is sent to ${invitation.email} again.`, invitation };
  }),
  withdrawInvitation: operations.users.withdrawInvitation.handler(async ({ context, input }) => {
    await withdrawInvitation(context, projectGround(context), input.invitation_id);
    return { message: "The invitation is withdrawn." };
  }),
  setRole: operations.users.setRole.handler(async ({ context, input }) => {
    const user = await setRole(context, projectGround(context), input.user_id, input.role_id);
    return { message: "Role is changed.", user };
  }),
  removeUser: operations.users.removeUser.handler(async ({ context, input }) => {
    await removeUser(context, projectGround(context), input.user_id);
    return { message: "User is removed from the project." };
  }),
};
