import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

export type ProjectUser = Awaited<ReturnType<typeof api.users.listUsers>>["data"][number];

export type Invitation = Awaited<ReturnType<typeof api.users.listInvitations>>["data"][number];

/** What to call a person: the name, or the address of somebody who has none. */
export const personName = (user: Pick<ProjectUser, "first_name" | "last_name" | "email">): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email;

export const usersKey = (projectId: number) => ["users", projectId] as const;

/** The members of a project, 30 a page. */
export const usersQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: [...usersKey(projectId), page],
    queryFn: ({ signal }) => api.users.listUsers({ project_id: projectId, page }, { signal }),
    placeholderData: keepPreviousData,
  });

export const invitationsKey = (projectId: number) => ["invitations", projectId] as const;

/** Who is invited to a project and has not accepted yet. */
export const invitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: invitationsKey(projectId),
    queryFn: async ({ signal }) => (await api.users.listInvitations({ project_id: projectId }, { signal })).data,
  });

/** The roles members of a project can have. */
export const rolesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["roles", projectId],
    queryFn: async ({ signal }) => (await api.users.listRoles({ project_id: projectId }, { signal })).data,
    staleTime: 60_000,
  });
