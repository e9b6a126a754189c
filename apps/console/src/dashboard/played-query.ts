import { dayAfter, LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

/** Plays and seconds watched of each of the last 28 days, the current one among them. @param today of the project's zone. */
export const playedQuery = (projectId: number, today: string) =>
  queryOptions({
    queryKey: ["analytics", projectId, "played", today],
    queryFn: async ({ signal }) => {
      const range = { from: dayAfter(today, 1 - LISTED_DAYS), to: today, granularity: "day", by: "player" } as const;
      return (await api.analytics.getPlayersReport({ project_id: projectId, ...range }, { signal })).data.series;
    },
    staleTime: 60_000,
  });
