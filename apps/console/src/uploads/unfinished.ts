import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

/** The caller's uploads that wait for more bytes. */
export const unfinishedUploadsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["uploads", projectId, "unfinished"],
    queryFn: async ({ signal }) =>
      (await api.uploads.listUnfinishedUploads({ project_id: projectId }, { signal })).data,
  });
