import { operations, projectGrant } from "../platform/http/operations.ts";
import { createRole, deleteRole, listRolePeople, updateRole } from "./roles.ts";

const { roles } = operations;

/** The operations of an account's own roles. */
export const roleRoutes = {
  createRole: roles.createRole.handler(async ({ context, input: { project_id: _project, ...settings } }) => ({
    data: await createRole(context, projectGrant(context), settings),
    message: "Role is created.",
  })),
  updateRole: roles.updateRole.handler(
    async ({ context, input: { project_id: _project, role_id: id, version, ...settings } }) => ({
      data: await updateRole(context, projectGrant(context), id, settings, version),
      message: "Role is saved.",
    }),
  ),
  listRolePeople: roles.listRolePeople.handler(({ context, input }) =>
    listRolePeople(context, projectGrant(context), input.role_id),
  ),
  deleteRole: roles.deleteRole.handler(async ({ context, input }) => {
    await deleteRole(context, projectGrant(context), input.role_id, input.replacement_id ?? null);
    return { message: "Role is deleted." };
  }),
};
