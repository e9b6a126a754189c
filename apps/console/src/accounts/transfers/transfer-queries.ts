import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type OfferedProject = Awaited<ReturnType<typeof api.projects.listOfferedProjects>>["data"][number];

export const offeredProjectsKey = (accountId: number) => ["account", accountId, "offered-projects"] as const;

export const offeredProjectsQuery = (accountId: number) =>
  queryOptions({
    queryKey: offeredProjectsKey(accountId),
    queryFn: async ({ signal }) => (await api.projects.listOfferedProjects({ account_id: accountId }, { signal })).data,
  });

export const offerChangesQuery = (accountId: number, transferId: number) =>
  queryOptions({
    queryKey: [...offeredProjectsKey(accountId), transferId],
    queryFn: async ({ signal }) =>
      (await api.projects.previewOfferedProject({ account_id: accountId, transfer_id: transferId }, { signal })).data,
    retry: false,
  });
