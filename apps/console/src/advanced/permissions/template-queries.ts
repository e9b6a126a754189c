import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

export type RoleTemplate = Awaited<ReturnType<typeof api.advanced.listRoleTemplates>>["data"][number];

/** The built-in roles of all accounts. */
export const roleTemplatesQuery = () =>
  dataQuery(["advanced", "role-templates"], api.advanced.listRoleTemplates, undefined);
