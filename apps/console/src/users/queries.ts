import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

export type ProjectUser = Awaited<ReturnType<typeof api.users.listUsers>>["data"][number];

export const usersKey = (projectId: number) => ["users", projectId] as const;

/** The members of a project, 30 a page. */
export const usersQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: [...usersKey(projectId), page],
    queryFn: ({ signal }) => api.users.listUsers({ project_id: projectId, page }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The roles of an account, for its owners. */
export const rolesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ["roles", accountId],
    queryFn: async ({ signal }) => (await api.users.listRoles({ account_id: accountId }, { signal })).data,
    staleTime: 60_000,
  });
