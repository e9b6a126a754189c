import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

type QueueInput = Parameters<typeof api.advanced.listTranscodes>[0];
export type QueuedTranscode = Awaited<ReturnType<typeof api.advanced.listTranscodes>>["data"][number];
export type TranscodeJob = Awaited<ReturnType<typeof api.advanced.listTranscodeJobs>>["data"][number];
export type FailureKind = Awaited<ReturnType<typeof api.advanced.listTranscodeFailures>>["data"][number];
export type TranscodingState = Awaited<ReturnType<typeof api.advanced.getTranscodingState>>["data"];
export type ListedLiveHost = Awaited<ReturnType<typeof api.advanced.listLiveHosts>>["data"][number];
export type Worker = TranscodingState["workers"][number];

export const queueKey = ["advanced", "transcoding"] as const;
/** How often the queue is read while its page is open. */
const FRESH_MS = 3_000;

export const queueQuery = (input: QueueInput) =>
  queryOptions({
    queryKey: [...queueKey, "queue", input],
    queryFn: ({ signal }) => api.advanced.listTranscodes(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });

export const transcodingStateQuery = () =>
  dataQuery([...queueKey, "state"], api.advanced.getTranscodingState, {}, { refetchInterval: FRESH_MS });

export const jobsQuery = (transcodeId: number) =>
  dataQuery(
    [...queueKey, "jobs", transcodeId],
    api.advanced.listTranscodeJobs,
    { transcode_id: transcodeId },
    { refetchInterval: FRESH_MS },
  );

export const failuresQuery = () =>
  dataQuery([...queueKey, "failures"], api.advanced.listTranscodeFailures, {}, { refetchInterval: 10 * FRESH_MS });

export const liveHostsKey = ["advanced", "live-hosts"] as const;

export const liveHostsQuery = () =>
  dataQuery(liveHostsKey, api.advanced.listLiveHosts, {}, { refetchInterval: FRESH_MS });
