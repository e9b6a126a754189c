import { listKeysLost } from "../api-keys/makers.ts";
import { operations, projectGrant } from "../platform/http/operations.ts";
import { blockUser, unblockUser } from "./blocking.ts";
import { signOutUser } from "./ending-sessions.ts";
import { listInvitations } from "./invitation-rows.ts";
import { inviteUser, inviteUsers, resendInvitation, withdrawInvitation } from "./invite.ts";
import { removeUser } from "./removal.ts";
import { listRoles, listUsers, requireInProject, setRole } from "./service.ts";

const invitedInWords = (count: number): string =>
  count === 0 ? "Nobody is invited." : `${count} ${count === 1 ? "invitation is" : "invitations are"} sent.`;

export const userRoutes = {
  listRoles: operations.users.listRoles.handler(async ({ context }) => ({
    data: await listRoles(context, projectGrant(context).accountId),
  })),
  listUsers: operations.users.listUsers.handler(({ context, input }) =>
    listUsers(context, projectGrant(context), input),
  ),
  inviteUser: operations.users.inviteUser.handler(async ({ context, input }) => {
    const wanted = { email: input.email, roleId: input.role_id };
    const invitation = await inviteUser(context, projectGrant(context), wanted);
    return { message: `${invitation.email} is invited.`, data: invitation };
  }),
  inviteUsers: operations.users.inviteUsers.handler(async ({ context, input }) => {
    const { emails, role_id: roleId, project_ids: projectIds = [], message = "" } = input;
    const made = await inviteUsers(context, projectGrant(context), { emails, roleId, projectIds, message });
    return { ...made, message: invitedInWords(made.data.length) };
  }),
  listInvitations: operations.users.listInvitations.handler(({ context, input }) =>
    listInvitations(context, projectGrant(context), input),
  ),
  resendInvitation: operations.users.resendInvitation.handler(async ({ context, input }) => {
    const invitation = await resendInvitation(context, projectGrant(context), input.invitation_id);
    return { message: `The invitation is sent to ${invitation.email} again.`, data: invitation };
  }),
  withdrawInvitation: operations.users.withdrawInvitation.handler(async ({ context, input }) => {
    await withdrawInvitation(context, projectGrant(context), input.invitation_id);
    return { message: "The invitation is revoked." };
  }),
  listUserKeys: operations.users.listUserKeys.handler(async ({ context, input }) => {
    const grant = projectGrant(context);
    await requireInProject(context, grant, input.user_id);
    return { data: await listKeysLost(context, grant, input.user_id, input.role_id ?? null) };
  }),
  setRole: operations.users.setRole.handler(async ({ context, input }) => {
    const user = await setRole(context, projectGrant(context), input.user_id, input.role_id, input.keys_to ?? null);
    return { message: "Role is changed.", user };
  }),
  blockUser: operations.users.blockUser.handler(async ({ context, input }) => {
    await blockUser(context, projectGrant(context), input.user_id, input.reason, input.keys_to ?? null);
    return { message: "User is blocked." };
  }),
  unblockUser: operations.users.unblockUser.handler(async ({ context, input }) => {
    await unblockUser(context, projectGrant(context), input.user_id);
    return { message: "User is unblocked." };
  }),
  signOutUser: operations.users.signOutUser.handler(async ({ context, input }) => {
    await signOutUser(context, projectGrant(context), input.user_id);
    return { message: "All sessions of the user are ended." };
  }),
  removeUser: operations.users.removeUser.handler(async ({ context, input }) => {
    const { user_id: userId, videos_to: videosTo = null, keys_to: keysTo = null } = input;
    await removeUser(context, projectGrant(context), userId, { videosTo, keysTo });
    return { message: "User is removed from the project." };
  }),
};
