import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

const LOOK_EVERY_MS = 30_000;

/** A project's figures, what needs attention, and how far it is set up. */
export const overviewQuery = (projectId: number) =>
  dataQuery(
    ["overview", projectId],
    api.projects.getOverview,
    { project_id: projectId },
    { refetchInterval: LOOK_EVERY_MS },
  );

export type Overview = Awaited<ReturnType<typeof api.projects.getOverview>>["data"];
