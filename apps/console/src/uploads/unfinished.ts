import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

/** The caller's uploads that wait for more bytes. */
export const unfinishedUploadsQuery = (projectId: number) =>
  dataQuery(["uploads", projectId, "unfinished"], api.uploads.listUnfinishedUploads, { project_id: projectId });
