import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type UploadToken = Awaited<ReturnType<typeof api.uploadTokens.listUploadTokens>>["data"][number];
export type UploadTokenSettings = Parameters<typeof api.uploadTokens.createUploadToken>[0];

/** A token to be shown once, with what the list knows of it. */
export interface ShownToken {
  settings: UploadToken;
  token: string;
}

export const uploadTokensKey = (projectId: number) => ["upload-tokens", projectId] as const;

/** A page of a project's upload tokens: the newest, or those before one. Their uses are read again every minute. */
export const uploadTokensQuery = (projectId: number, before: number | null) =>
  queryOptions({
    queryKey: [...uploadTokensKey(projectId), before],
    queryFn: ({ signal }) =>
      api.uploadTokens.listUploadTokens({ project_id: projectId, ...(before === null ? {} : { before }) }, { signal }),
    refetchInterval: 60_000,
  });
