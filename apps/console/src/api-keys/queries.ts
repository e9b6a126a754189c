import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type ApiKey = Awaited<ReturnType<typeof api.apiKeys.listApiKeys>>["data"][number];

export type ApiRequest = Awaited<ReturnType<typeof api.apiKeys.listApiRequests>>["data"][number];

/** A secret to be shown once, with the key it belongs to. */
export interface ShownSecret {
  key: ApiKey;
  secret: string;
}

export const apiKeysKey = (projectId: number) => ["api-keys", projectId] as const;

/** The API keys of a project; their use is read again every minute. */
export const apiKeysQuery = (projectId: number) =>
  dataQuery(apiKeysKey(projectId), api.apiKeys.listApiKeys, { project_id: projectId }, { refetchInterval: 60_000 });

/** A page of the requests that a project's keys made: the newest, read again every half minute, or those before one. */
export const apiRequestsQuery = (projectId: number, { failed, before }: { failed: boolean; before: number | null }) =>
  queryOptions({
    queryKey: ["api-requests", projectId, failed, before],
    queryFn: ({ signal }) =>
      api.apiKeys.listApiRequests(
        { project_id: projectId, ...(failed ? { failed: "true" } : {}), ...(before === null ? {} : { before }) },
        { signal },
      ),
    ...(before === null ? { refetchInterval: 30_000 } : {}),
  });
