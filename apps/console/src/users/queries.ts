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

/** The roles members of a project can have. */
export const rolesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["roles", projectId],
    queryFn: async ({ signal }) => (await api.users.listRoles({ project_id: projectId }, { signal })).data,
    staleTime: 60_000,
  });
