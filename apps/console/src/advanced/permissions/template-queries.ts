import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type RoleTemplate = Awaited<ReturnType<typeof api.advanced.listRoleTemplates>>["data"][number];

/** The built-in roles of all accounts. */
export const roleTemplatesQuery = () =>
  queryOptions({
    queryKey: ["advanced", "role-templates"],
    queryFn: async ({ signal }) => (await api.advanced.listRoleTemplates(undefined, { signal })).data,
  });
