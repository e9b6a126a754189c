import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

export type OfferedProject = Awaited<ReturnType<typeof api.projects.listOfferedProjects>>["data"][number];

export const offeredProjectsKey = (accountId: number) => ["account", accountId, "offered-projects"] as const;

export const offeredProjectsQuery = (accountId: number) =>
  dataQuery(offeredProjectsKey(accountId), api.projects.listOfferedProjects, { account_id: accountId });

export const offerChangesQuery = (accountId: number, transferId: number) =>
  dataQuery(
    [...offeredProjectsKey(accountId), transferId],
    api.projects.previewOfferedProject,
    { account_id: accountId, transfer_id: transferId },
    { retry: false },
  );
