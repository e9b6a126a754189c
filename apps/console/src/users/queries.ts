import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery, pageQuery } from "../platform/queries.ts";

export type ProjectUser = Awaited<ReturnType<typeof api.users.listUsers>>["data"][number];

export type Role = Awaited<ReturnType<typeof api.users.listRoles>>["data"][number];

export type Invitation = Awaited<ReturnType<typeof api.users.listInvitations>>["data"][number];

export const usersKey = (projectId: number) => ["users", projectId] as const;

type PeopleFilter = Omit<Parameters<typeof api.users.listUsers>[0], "project_id">;

/** One page of the people of a project that a filter shows. */
export const usersQuery = (projectId: number, page: PeopleFilter) =>
  pageQuery([...usersKey(projectId), page], api.users.listUsers, { project_id: projectId, ...page });

/** The API keys a person made, which end when they leave the project. */
export const userKeysQuery = (projectId: number, userId: number) =>
  dataQuery([...usersKey(projectId), userId, "keys"], api.users.listUserKeys, {
    project_id: projectId,
    user_id: userId,
  });

/** Who can get what others leave: the active people of the project. */
export const heirsQuery = (projectId: number) => usersQuery(projectId, { page: 1, per_page: 100, status: "active" });

/** The API keys that several people made and may no longer have, each with its maker. */
export const keysOfPeopleQuery = (projectId: number, ids: readonly number[], roleId: number | null) =>
  queryOptions({
    queryKey: [...usersKey(projectId), "keys", ids, roleId],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          ids.map((id) => {
            const member = { project_id: projectId, user_id: id };
            return api.users.listUserKeys(roleId === null ? member : { ...member, role_id: roleId }, { signal });
          }),
        )
      ).flatMap(({ data }) => data),
  });

export const invitationsKey = (projectId: number) => ["invitations", projectId] as const;

/** The invitations to a project, of one state or all, page by page. */
export const invitationsQuery = (projectId: number, state: Invitation["state"] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...invitationsKey(projectId), state],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.users.listInvitations(
        { project_id: projectId, ...(state ? { state } : {}), ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  });

/** The roles members of a project can have. */
export const rolesQuery = (projectId: number) =>
  dataQuery(["roles", projectId], api.users.listRoles, { project_id: projectId }, { staleTime: 60_000 });

export type AuditEntry = Awaited<ReturnType<typeof api.audit.listAudit>>["data"][number];

export const auditKey = (projectId: number) => ["audit", projectId] as const;

/** The actions that a project's audit log has. */
export const auditActionsQuery = (projectId: number) =>
  dataQuery(
    [...auditKey(projectId), "actions"],
    api.audit.listAuditActions,
    { project_id: projectId },
    { staleTime: 60_000 },
  );

/** Who has a role. */
export const rolePeopleQuery = (projectId: number, roleId: number) =>
  queryOptions({
    queryKey: ["roles", projectId, roleId, "people"],
    queryFn: ({ signal }) => api.roles.listRolePeople({ project_id: projectId, role_id: roleId }, { signal }),
  });
