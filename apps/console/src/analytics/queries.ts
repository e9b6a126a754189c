import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type Providers = Awaited<ReturnType<typeof api.analytics.getAnalyticsProviders>>["data"];
export type ProviderTest = Awaited<ReturnType<typeof api.analytics.testAnalyticsProviders>>["data"][number];

export const providersKey = (projectId: number) => ["analytics-providers", projectId] as const;

/** Where the players of a project report views to. */
export const providersQuery = (projectId: number) =>
  dataQuery(providersKey(projectId), api.analytics.getAnalyticsProviders, { project_id: projectId });
