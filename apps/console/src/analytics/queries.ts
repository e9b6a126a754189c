import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

export type Providers = Awaited<ReturnType<typeof api.analytics.getAnalyticsProviders>>["data"];
export type ProviderTest = Awaited<ReturnType<typeof api.analytics.testAnalyticsProviders>>["data"][number];

export const providersKey = (projectId: number) => ["analytics-providers", projectId] as const;

/** Where the players of a project report views to. */
export const providersQuery = (projectId: number) =>
  queryOptions({
    queryKey: providersKey(projectId),
    queryFn: async ({ signal }) =>
      (await api.analytics.getAnalyticsProviders({ project_id: projectId }, { signal })).data,
  });
