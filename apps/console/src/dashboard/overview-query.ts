import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

const LOOK_EVERY_MS = 30_000;

/** A project's figures, what needs attention, and how far it is set up. */
export const overviewQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["overview", projectId],
    queryFn: async ({ signal }) => (await api.projects.getOverview({ project_id: projectId }, { signal })).data,
    refetchInterval: LOOK_EVERY_MS,
  });

export type Overview = Awaited<ReturnType<typeof api.projects.getOverview>>["data"];
